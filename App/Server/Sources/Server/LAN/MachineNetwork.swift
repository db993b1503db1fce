import Commands
import Foundation
import NIOCore

/// The addresses and names of this machine.
enum MachineNetwork {
  /// The addresses that phones in the same network can use: first those of a wireless network, which
  /// may be the machine's own, then those on the way to the internet, last those of bridges, behind
  /// which are containers and virtual machines.
  static var addresses: [NetworkAddress] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    let route = defaultDevice
    var found: [(address: NetworkAddress, rank: Int)] = []
    for entry in sequence(first: list, next: { $0?.pointee.ifa_next }) {
      guard let entry = entry?.pointee, isReachable(entry.ifa_flags),
        let address = NetworkAddress(socketAddress: entry.ifa_addr), address.isPrivate
      else { continue }
      found.append((address, rank(of: String(cString: entry.ifa_name), route: route)))
    }
    return (0...3).flatMap { rank in found.filter { $0.rank == rank }.map(\.address) }
  }

  /// The first part of the machine's name in lower case, if it can be a part of a URL.
  static var name: String? {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
    let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return label(of: String(decoding: bytes, as: UTF8.self))
  }

  /// The part of a machine's name before the first dot in lower case; `nil` if it can be no part of
  /// a URL, or is everybody's (RFC 1123, 2.1).
  static func label(of name: String) -> String? {
    let label = name.lowercased().prefix { $0 != "." }
    guard (1...63).contains(label.utf8.count), label != "localhost", label.first != "-",
      label.last != "-", label.utf8.contains(where: letters.contains),
      label.utf8.allSatisfy({ letters.contains($0) || digitsAndHyphen.contains($0) })
    else { return nil }
    return String(label)
  }

  private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
  private static let digitsAndHyphen = Array("0123456789-".utf8)

  /// The name by which others in the network find an address with multicast DNS, if this machine
  /// answers there: what Avahi says of it.
  static func multicastName(of address: NetworkAddress, asking path: String = avahi) -> String? {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var patience = timeval(tv_sec: 1, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    guard let target = try? SocketAddress(unixDomainSocketPath: path),
      target.withSockAddr({ connect(descriptor, $0, socklen_t($1)) }) == 0
    else { return nil }
    let question = Array("RESOLVE-ADDRESS \(address)\n".utf8)
    guard send(descriptor, question, question.count, Int32(MSG_NOSIGNAL)) == question.count
    else { return nil }
    var answer = [UInt8](repeating: 0, count: 1_024)
    let count = recv(descriptor, &answer, answer.count, 0)
    guard count > 0 else { return nil }
    // As in "+ 2 0 192.168.1.5 laptop.local".
    let words = String(decoding: answer.prefix(count), as: UTF8.self).split(
      whereSeparator: \.isWhitespace)
    guard words.first == "+", let name = words.last?.lowercased(), name.hasSuffix(".local")
    else { return nil }
    return name
  }

  private static let avahi = "/run/avahi-daemon/socket"

  /// Whether other machines can be at a device: it is connected, and no end of a tunnel.
  private static func isReachable(_ flags: UInt32) -> Bool {
    let needed = UInt32(IFF_UP | IFF_RUNNING)
    let excluded = UInt32(IFF_LOOPBACK | IFF_POINTOPOINT)
    return flags & needed == needed && flags & excluded == 0
  }

  private static func rank(of device: String, route: String?) -> Int {
    func has(_ file: String) -> Bool { access("/sys/class/net/\(device)/\(file)", F_OK) == 0 }
    if has("wireless") { return 0 }
    if device == route { return 1 }
    return has("bridge") ? 3 : 2
  }

  /// The device on the way to the internet.
  private static var defaultDevice: String? {
    guard let routes = try? String(contentsOfFile: "/proc/self/net/route", encoding: .utf8) else {
      return nil
    }
    let rows = routes.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    return rows.first { $0.count > 1 && $0[1] == "00000000" }?[0]
  }
}

extension NetworkAddress {
  fileprivate init?(socketAddress: UnsafeMutablePointer<sockaddr>?) {
    guard let socketAddress else { return nil }
    let raw = UnsafeRawPointer(socketAddress)
    switch Int32(socketAddress.pointee.sa_family) {
    case AF_INET:
      let address = raw.load(as: sockaddr_in.self).sin_addr
      self.init(bytes: withUnsafeBytes(of: address) { Array($0) })
    case AF_INET6:
      let address = raw.load(as: sockaddr_in6.self).sin6_addr
      self.init(bytes: withUnsafeBytes(of: address) { Array($0) })
    default: return nil
    }
  }
}
