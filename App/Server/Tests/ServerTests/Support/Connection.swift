import Foundation
import Programs

/// A plain connection to the server, without a library between.
final class Connection: Sendable {
  private let socket: Int32

  /// Connects and sends a text at once: the server gives a request 10 seconds from the connection on,
  /// and on a busy machine a test may wait longer than that for its next turn.
  init(to port: UInt16, from address: String, sending text: String = "") async throws {
    socket = try await blocking {
      let isV6 = address.contains(":")
      let number = Foundation.socket(isV6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      guard number >= 0 else { throw SystemError("socket") }
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      let isBound = Self.with(address, 0) { bind(number, $0, $1) }
      let isConnected = Self.with(isV6 ? "::1" : "127.0.0.1", port) {
        Foundation.connect(number, $0, $1)
      }
      guard isBound == 0, isConnected == 0 else {
        let error = SystemError("connect")
        close(number)
        throw error
      }
      do {
        try Self.send(text, to: number)
      } catch {
        close(number)
        throw error
      }
      return number
    }
  }

  deinit { close(socket) }

  private static func with(
    _ text: String, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    func call(_ address: inout some Any) -> Int32 {
      let size = socklen_t(MemoryLayout.size(ofValue: address))
      return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
      }
    }
    if text.contains(":") {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      inet_pton(AF_INET6, text, &address.sin6_addr)
      return call(&address)
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, text, &address.sin_addr)
    return call(&address)
  }

  /// Sends a text.
  func send(_ text: String) async throws {
    try await blocking { [socket] in try Self.send(text, to: socket) }
  }

  private static func send(_ text: String, to socket: Int32) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw SystemError("send") }
      rest = rest.dropFirst(count)
    }
  }

  /// Whether there is something to receive, or the end.
  var hasReceived: Bool { isReadable([socket], until: .now) }

  /// Receives up to the end of a line; `nil` at the end of the connection.
  func line() async throws -> String? {
    try await blocking { [self] in try readLine() }
  }

  /// Sends a request and receives the answer.
  func exchange(_ request: HTTPText, with host: String) async throws -> Reply {
    try await send(request.text(for: host))
    return try await reply(hasBody: request.method != "HEAD")
  }

  /// Receives an answer.
  func reply(hasBody: Bool = true) async throws -> Reply {
    try await blocking { [self] in
      let head = try readHead()
      let length = hasBody ? Int(head.fields["content-length"] ?? "") ?? 0 : 0
      return Reply(status: head.status, fields: head.fields, body: try read(length))
    }
  }

  /// Receives the head of an answer.
  func head() async throws -> Reply {
    try await blocking { [self] in
      let head = try readHead()
      return Reply(status: head.status, fields: head.fields, body: "")
    }
  }

  /// Receives everything until the server closes the connection.
  func rest() async throws -> String {
    try await blocking { [self] in
      var text: [UInt8] = []
      while let byte = try readByte() { text.append(byte) }
      return String(decoding: text, as: UTF8.self)
    }
  }

  private func readHead() throws -> (status: Int, fields: [String: String]) {
    let status = try readLine()?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    guard let status else { throw SystemError("no answer", code: ECONNRESET) }
    var fields: [String: String] = [:]
    while let line = try readLine(), !line.isEmpty {
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      let value = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
      fields[parts[0].lowercased()] = [fields[parts[0].lowercased()], value].compactMap(\.self)
        .joined(separator: "\n")
    }
    // An interim answer comes before the real one.
    return status == 100 ? try readHead() : (status, fields)
  }

  private func readLine() throws -> String? {
    var line: [UInt8] = []
    while let byte = try readByte() {
      if byte == UInt8(ascii: "\n") {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
      }
      line.append(byte)
    }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }

  private func read(_ length: Int) throws -> String {
    var bytes: [UInt8] = []
    while bytes.count < length, let byte = try readByte() { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func readByte() throws -> UInt8? {
    guard isReadable([socket], until: .now + patience) else {
      throw SystemError("reading what the server sends", code: ETIMEDOUT)
    }
    var byte: UInt8 = 0
    let count = recv(socket, &byte, 1, 0)
    guard count >= 0 || errno == ECONNRESET else { throw SystemError("recv") }
    return count == 1 ? byte : nil
  }
}
