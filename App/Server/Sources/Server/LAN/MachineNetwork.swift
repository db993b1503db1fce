import Commands
import Foundation
import NIOCore

/// The addresses and names of this machine.
enum MachineNetwork {
  /// The addresses that phones in the same network can use, those of a wireless network first.
  static var addresses: [NetworkAddress] {
    let found = ((try? System.enumerateDevices()) ?? []).compactMap { device in
      NetworkAddress(device.address).map { (device: device.name, address: $0) }
    }
    let usable = found.filter { $0.address.isPrivate && isReachable($0.device) }
    return usable.filter { isWireless($0.device) }.map(\.address)
      + usable.filter { !isWireless($0.device) }.map(\.address)
  }

  /// The first part of the machine's name in lower case, if it can be a part of a URL.
  static var name: String? {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
    let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    let name = String(decoding: bytes, as: UTF8.self).lowercased().prefix { $0 != "." }
    let isUsable = name.utf8.allSatisfy {
      "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0)
    }
    return isUsable && !name.isEmpty && name != "localhost" ? String(name) : nil
  }

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

  /// Whether other machines can be there: not behind a device that is off, or the bridge of
  /// containers that do not run.
  private static func isReachable(_ device: String) -> Bool {
    let state = try? String(contentsOfFile: "/sys/class/net/\(device)/operstate", encoding: .utf8)
    return state?.hasPrefix("down") != true
  }

  private static func isWireless(_ device: String) -> Bool {
    access("/sys/class/net/\(device)/wireless", F_OK) == 0
  }
}
