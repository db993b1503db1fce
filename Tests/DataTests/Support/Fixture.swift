import Foundation
import Programs
import Testing

@testable import Data

/// A file in `Tests/Fixtures` that an earlier build made.
///
/// It is made again only on purpose, after a change of what is stored:
/// `TALLY_FIXTURES=make swift test --filter 'by an earlier build'`.
enum Fixture {
  /// Whether this run makes the files.
  static let isMade = ProcessInfo.processInfo.environment["TALLY_FIXTURES"] == "make"

  static func path(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/\(name)").path
  }

  static func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  static func write(_ text: String, to name: String) throws {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
  }

  /// The lines of a file.
  static func lines(_ name: String) throws -> [String] {
    try text(name).split(separator: "\n").map(String.init)
  }

  /// Expects the lines of a file, and names the first one that differs.
  static func expect(
    _ lines: [String], in name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let expected = try self.lines(name)
    for (number, pair) in zip(lines, expected).enumerated() where pair.0 != pair.1 {
      Issue.record(
        "line \(number + 1) of \(name) is \(pair.1), and now \(pair.0)",
        sourceLocation: sourceLocation)
      return
    }
    #expect(lines.count == expected.count, sourceLocation: sourceLocation)
  }
}

extension PostgreSQLWorld {
  /// The name of its schema in the fixtures.
  private static let schema = "fixture"

  /// A schema with the tables of a fixture.
  init(loading fixture: String) async throws {
    try await self.init()
    let dump = try Fixture.text(fixture).replacing("\(Self.schema).", with: "\(schema).")
    let run = try await PostgreSQLServer.shared.administer(dump)
    try #require(run.status == 0, "\(run.errors)")
  }

  /// The tables as SQL, whatever the schema is called.
  func dump() async throws -> String {
    let run = try await PostgreSQLServer.shared.run(
      "pg_dump", ["--no-owner", "--no-privileges", "--no-comments", "--schema", schema, "postgres"])
    try #require(run.status == 0, "\(run.errors)")
    // A comment names the release of PostgreSQL, and newer releases add settings for psql.
    let lines = run.output.split(separator: "\n").filter { line in
      !["--", "\\restrict", "\\unrestrict", "SET transaction_timeout", "CREATE SCHEMA"]
        .contains { line.hasPrefix($0) }
    }
    return lines.map { $0.replacing("\(schema).", with: "\(Self.schema).") + "\n" }.joined()
  }

  private var schema: String { address.url.split(separator: "%3D").last.map(String.init) ?? "" }
}
