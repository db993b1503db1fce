import Foundation

/// What a client sends at once and waits for: its start, one statement, or a pipeline of them.
struct PostgreSQLRequest: Sendable {
  var bytes: [UInt8] = []

  /// Whether it is the COMMIT of a transaction.
  var isCommit: Bool { bytes == Array("Q\0\0\0\u{b}COMMIT\0".utf8) }
}

/// A client's connection through the proxy.
struct ProxiedConnection {
  let client: Int32
  let server: Int32
  let hidesWarnings: Bool
  private var unread: [UInt8] = []
  private var request = PostgreSQLRequest()
  private var isStarted = false
  private var answer: [UInt8] = []
  /// Whether the connection ends with the answer, which the client does not get.
  private var keepsAnswer = false

  init(client: Int32, server: Int32, hidesWarnings: Bool) {
    (self.client, self.server, self.hidesWarnings) = (client, server, hidesWarnings)
  }

  /// Passes everything on, until one side closes or it is cut.
  mutating func run(cut: (PostgreSQLRequest) -> CuttingProxy.Cut?) {
    while true {
      var sides = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&sides, 2, -1) >= 0 || errno == EINTR else { return }
      if sides[1].revents != 0 {
        guard let bytes = LocalSocket.read(from: server) else { return }
        guard passAnswer(bytes) else { return }
      }
      if sides[0].revents != 0 {
        guard let bytes = LocalSocket.read(from: client) else { return }
        unread += bytes
        while let message = Self.message(in: &unread, hasType: isStarted) {
          guard passRequest(message, cut: cut) else { return }
        }
      }
    }
  }

  /// Returns `false` when the connection is cut.
  private mutating func passRequest(
    _ message: [UInt8], cut: (PostgreSQLRequest) -> CuttingProxy.Cut?
  ) -> Bool {
    request.bytes += message
    let ends = "QSX".utf8.contains(message[0])
    guard ends || !isStarted else { return true }
    isStarted = true
    defer { request = PostgreSQLRequest() }
    switch message[0] == UInt8(ascii: "X") ? nil : cut(request) {
    case nil: return LocalSocket.write(request.bytes, to: server)
    case .beforeRequest: return false
    case .afterRequest:
      _ = LocalSocket.write(request.bytes, to: server)
      return false
    case .beforeAnswer:
      keepsAnswer = true
      return LocalSocket.write(request.bytes, to: server)
    case .lie:
      let committed = Array("C\0\0\0\u{b}COMMIT\0Z\0\0\0\u{5}I".utf8)
      _ = LocalSocket.write(committed, to: client)
      return false
    }
  }

  /// Returns `false` when the connection is cut.
  private mutating func passAnswer(_ bytes: [UInt8]) -> Bool {
    guard keepsAnswer || hidesWarnings else { return LocalSocket.write(bytes, to: client) }
    answer += bytes
    while let message = Self.message(in: &answer, hasType: true) {
      if keepsAnswer {
        if message[0] == UInt8(ascii: "Z") { return false }
      } else if message[0] != UInt8(ascii: "N") {
        guard LocalSocket.write(message, to: client) else { return false }
      }
    }
    return true
  }

  /// Takes a whole message, which is its type, except for the first one, its length and its content.
  private static func message(in bytes: inout [UInt8], hasType: Bool) -> [UInt8]? {
    let start = hasType ? 1 : 0
    guard bytes.count >= start + 4 else { return nil }
    let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    guard bytes.count >= start + length else { return nil }
    defer { bytes.removeFirst(start + length) }
    return Array(bytes[..<(start + length)])
  }
}
