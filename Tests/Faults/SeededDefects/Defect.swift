import Foundation
import Testing

/// A deliberate mistake in the sources, and the tests that must find it.
struct Defect: Sendable {
  struct Edit: Sendable {
    let file: String
    /// Occurs in the file exactly once.
    let text: String
    let replacement: String
  }

  let name: String
  /// The filter of the tests that must find it, for `swift test --filter`.
  let tests: String
  let edits: [Edit]

  init(_ name: String, foundBy tests: String, _ edits: (String, from: String, to: String)...) {
    self.name = name
    self.tests = tests
    self.edits = edits.map { Edit(file: $0.0, text: $0.from, replacement: $0.to) }
  }

  static let all = [
    Defect(
      "synchronous off", foundBy: "The settings of a connection",
      (
        "Data/SQLite/SQLiteStore.swift", from: "PRAGMA synchronous = EXTRA;",
        to: "PRAGMA synchronous = OFF;"
      )),
    Defect(
      "the journal in memory", foundBy: "KillPointTests",
      (
        "Data/SQLite/SQLiteStore.swift", from: "PRAGMA journal_mode = TRUNCATE",
        to: "PRAGMA journal_mode = MEMORY"
      ),
      (
        "Data/SQLite/SQLiteStore.swift", from: #"guard mode == "truncate" else"#,
        to: #"guard mode == "memory" else"#
      )),
    Defect(
      "read, modify, write", foundBy: "ManyWritersTests",
      (
        "Data/SQL/Changes.swift",
        from: #"try await write("change a count", counter.extent) {"#,
        to: """
        let present = try await read("look") { database, _ -> Int64 in
          guard case .known(let id) = counter else { return 0 }
          let row = try database.row("SELECT count FROM counters WHERE id = ?", [id])
          return try row?.value(0) ?? 0
        }
        let requests = requests.map { request in
          guard case .known = counter, case .add(let amount) = request.command else {
            return request
          }
          return CommandRequest(.set(present + amount))
        }
        return try await write("change a count", counter.extent) {
        """
      )),
    Defect(
      "no transaction", foundBy: "A transaction of the store",
      (
        "Data/SQLite/SQLiteConnection.swift", from: #"try run("BEGIN IMMEDIATE", [])"#, to: ""
      ),
      ("Data/SQLite/SQLiteConnection.swift", from: #"try run("COMMIT", [])"#, to: "")),
    Defect(
      "no gate", foundBy: "NewStoreTests",
      (
        "Data/Files/FileDescriptor.swift", from: "flock(number, LOCK_EX | LOCK_NB)",
        to: "flock(number, LOCK_UN)"
      )),
    Defect(
      "no flush", foundBy: "ManyWritersTests",
      (
        "App/Terminal/LineOutput.swift", from: "try output.write(text)",
        to: #"if text.isEmpty { try output.write(text) } else { print(text, terminator: "") }"#
      )),
    Defect(
      "no check of a counter's owner", foundBy: "Counters, in every store",
      ("Data/SQL/Access.swift", from: "own.user_id = ?2", to: "?2 > 0"),
      ("Data/SQL/Access.swift", from: "if user == row.owner {", to: "if user > 0 {")),
    Defect(
      "no check of a member's rights", foundBy: "Access to a counter, in every store",
      ("Data/SQL/Access.swift", from: "try access.standing.role.check(right)", to: "")),
    Defect(
      "a former member keeps the access", foundBy: "Access to a counter, in every store",
      (
        "Data/SQL/Access.swift", from: "SELECT members.number, members.role,",
        to: "SELECT members.number, coalesce(members.role, 'counts'),"
      ),
      ("Data/SQL/Access.swift", from: " AND listed.role IS NOT NULL", to: ""),
      ("Data/SQL/Access.swift", from: " AND members.role IS NOT NULL", to: "")),
    Defect(
      "an identifier is everybody's", foundBy: "ManyDoorsTests",
      (
        "Data/SQL/Changes.swift",
        from: "AND coalesce(change.author, change.user_id) = ?1", to: "AND ?1 > 0"
      )),
    Defect(
      "no constraint on names", foundBy: "SameNameTests",
      (
        "Data/SQLite/Schema.swift", from: "username_key TEXT NOT NULL UNIQUE CHECK",
        to: "username_key TEXT NOT NULL CHECK"
      )),
    Defect(
      "a failed commit is reported as not done", foundBy: "UnknownOutcomeTests",
      (
        "Data/SQLite/SQLiteConnection.swift",
        from: "throw Refusal.store(.outcomeUnknown(counter: nil, cause:",
        to: "throw Refusal.store(.failed(cause:"
      )),
    Defect(
      "a store created at its final path", foundBy: "KillPointTests",
      (
        "Data/SQLite/SQLiteStore+Creation.swift", from: #"let path = file.path + ".new""#,
        to: "let path = file.path"
      )),
  ]
}

extension Defect {
  /// Puts the mistake into the package in `folder`. Returns the original sources.
  func seed(in folder: URL) throws -> [URL: String] {
    var before: [URL: String] = [:]
    for edit in edits {
      let file = folder.appendingPathComponent(edit.file)
      let text = try String(contentsOf: file, encoding: .utf8)
      before[file] = before[file] ?? text
      try edit.applied(to: text).write(to: file, atomically: true, encoding: .utf8)
    }
    return before
  }
}

extension Defect.Edit {
  /// The file's text with this edit.
  func applied(to content: String) throws -> String {
    try #require(content.components(separatedBy: text).count == 2, "\(file) has not one: \(text)")
    return content.replacingOccurrences(of: text, with: replacement)
  }
}
