import CSQLite
import Foundation
import Programs
import Testing

extension TallyProgram {
  /// The cookie of the saved login: ada's, or bea's.
  func cookie(of folder: String = "state") throws -> String {
    let text = try String(contentsOfFile: file("\(folder)/tally/session"), encoding: .utf8)
    return "tally=\(text.prefix(64))"
  }

  /// Makes the store remember that every session was last used some days earlier than it was.
  func setBackUses(by days: Int) throws {
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    try #require(sqlite3_open(file("data/tally/tally.db"), &connection) == SQLITE_OK)
    sqlite3_busy_timeout(connection, 10_000)
    let sql = "UPDATE sessions SET used_at = used_at - \(days * 24 * 60 * 60 * 1_000)"
    try #require(sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK)
  }

  /// The count that `tally show` prints.
  func count(_ name: String = "main") async throws -> String {
    try await run(["show", name]).output
  }
}

/// The numbers of the first accounts and counters of a new store.
enum Number {
  static let (ada, bea) = (1, 2)
  static let (main, beasMain) = (1, 2)
}

extension ServerProcess {
  /// Sends taps, each an id, of an account on a counter.
  func tap(
    _ ids: [String], amount: Int = 1, age: Int = 0, account: Int = Number.ada,
    counter: Int = Number.main, cookie: String?
  ) async throws -> Reply {
    let taps = ids.map { #"{"id":"\#($0)","amount":\#(amount),"age":\#(age)}"# }
    return try await post(
      "/taps",
      #"{"account":\#(account),"counter":\#(counter),"taps":[\#(taps.joined(separator: ","))]}"#,
      ["Content-Type": "application/json", "Cookie": cookie])
  }

  /// Opens a stream of a counter's states.
  func stream(
    _ counter: Int? = Number.main, cookie: String?, from address: String = "127.0.0.1"
  ) async throws -> Connection {
    let query = counter.map { "?counter=\($0)" } ?? ""
    let request = HTTPText("GET", "/events\(query)", ["Cookie": cookie])
    return try await connect(from: address, sending: request.text(for: "127.0.0.1:\(port)"))
  }
}

extension Connection {
  /// The next state in a stream; `nil` when the stream ends.
  func nextState() async throws -> String? {
    try await next { $0.hasPrefix("data: {") ? $0 : nil }
  }

  /// The count of the next state in a stream; `nil` when the stream ends.
  func nextCount() async throws -> Int? {
    try await next { line in
      guard line.hasPrefix("data: {") else { return nil }
      return line.firstMatch(of: /"count":(-?\d+)/).flatMap { Int($0.1) }
    }
  }

  /// The name of the next event in a stream; `nil` when the stream ends.
  func nextEvent() async throws -> String? {
    try await next { $0.hasPrefix("event: ") ? String($0.dropFirst(7)) : nil }
  }

  private func next<Value>(_ value: (String) -> Value?) async throws -> Value? {
    let deadline = ContinuousClock.now + patience
    while let line = try await line() {
      if let value = value(line) { return value }
      // A stream without states still has signs of life.
      guard .now < deadline else { throw SystemError("the next state", code: ETIMEDOUT) }
    }
    return nil
  }
}
