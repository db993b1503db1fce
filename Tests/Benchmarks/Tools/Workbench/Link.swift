import Foundation
import Workloads

/// Servers of one store on this machine, and the people in the store.
struct Served {
  let people: [Person]
  private let ports: [UInt16]

  /// Reads `PORT=FILE` or `PORT+PORT=FILE`; the file has a line for each person.
  init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1)
    ports = parts.first?.split(separator: "+").compactMap { UInt16($0) } ?? []
    guard parts.count == 2, !ports.isEmpty else {
      throw BareError(text: "not a server: \(text)")
    }
    people = try String(contentsOfFile: String(parts[1]), encoding: .utf8).split(separator: "\n")
      .map { line throws(BareError) in try Person(line) }
  }

  /// The port for a client; each server has as many clients.
  func port(for client: Int) -> UInt16 { ports[client % ports.count] }
}

/// A connection to a server on this machine.
final class Link {
  let socket: Int32

  init(to port: UInt16) throws(BareError) {
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    socket = Foundation.socket(AF_INET, kind, 0)
    guard socket >= 0 else { throw BareError(text: "no socket: \(errno)") }
    var on: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    let socket = socket
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw BareError(text: "no connection: \(errno)") }
  }

  deinit { close(socket) }

  /// Sends a request, which is small.
  func send(_ bytes: [UInt8]) throws(BareError) {
    let count = bytes.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, 0) }
    guard count == bytes.count else { throw BareError(text: "not sent: \(errno)") }
  }

  /// Appends what has arrived, at least a byte.
  func receive(into bytes: inout [UInt8]) throws(BareError) {
    var failure: BareError?
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { room in
      let count = recv(socket, room.baseAddress, room.count, 0)
      if count > 0 {
        bytes.append(contentsOf: room[..<count])
      } else {
        failure = BareError(text: "the server closed the connection: \(errno)")
      }
    }
    if let failure { throw failure }
  }
}

/// Waits until links have received something.
struct Waiting {
  private var polls: [pollfd]

  init(for links: some Sequence<Link>) {
    polls = links.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
  }

  /// Calls `body` with the number of each link that has received something; waits for 10 seconds
  /// at most.
  mutating func next(_ body: (Int) throws -> Void) throws {
    guard poll(&polls, nfds_t(polls.count), 10_000) > 0 else {
      throw BareError(text: "the server does not answer")
    }
    for index in polls.indices where polls[index].revents != 0 { try body(index) }
  }
}

extension [UInt8] {
  /// The place after the next `text` from `start` on.
  func end(of text: StaticString, from start: Int = 0) -> Int? {
    withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      var place = start
      while bytes.count - place >= text.utf8CodeUnitCount,
        let first = memchr(base + place, Int32(text.utf8Start.pointee), bytes.count - place)
      {
        place = UnsafeRawPointer(first) - base
        guard bytes.count - place >= text.utf8CodeUnitCount else { return nil }
        if memcmp(first, text.utf8Start, text.utf8CodeUnitCount) == 0 {
          return place + text.utf8CodeUnitCount
        }
        place += 1
      }
      return nil
    }
  }

  /// The number at a place, and the place after it; `nil` if the number may go on.
  func number(at start: Int) -> (value: Int64, end: Int)? {
    var (value, end, sign) = (Int64(0), start, Int64(1))
    while end < count {
      switch self[end] {
      case UInt8(ascii: " "): break
      case UInt8(ascii: "-"): sign = -1
      case let digit where (0x30...0x39).contains(digit): value = value * 10 + Int64(digit & 15)
      default: return (sign * value, end)
      }
      end += 1
    }
    return nil
  }
}
