import CSQLite
import Domain
import Doubles
import Foundation
import Programs
import Testing

@testable import Data

@Suite(.limited) struct `A connection to SQLite` {
  private let folder: TemporaryFolder
  private var path: String { folder.file("test.db") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func connection() throws -> SQLiteConnection {
    if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(filePath: path)) }
    return try SQLiteConnection(path)
  }

  @Test func `makes no file`() throws {
    let error = #expect(throws: SQLiteError.self) { try SQLiteConnection(path) }
    #expect(error?.primaryCode == SQLITE_CANTOPEN)
    #expect(try folder.names() == [])
  }

  @Test func `to another kind of file is refused at once`() throws {
    try Data("This is a text, and no database.".utf8).write(to: URL(filePath: path))
    let error = #expect(throws: SQLiteError.self) { try SQLiteConnection(path) }
    #expect(error?.code == SQLITE_NOTADB)
  }

  @Test func `has no lock of its own`() throws {
    #expect(sqlite3_db_mutex(try connection().connection) == nil)
  }

  @Test func `says which kind of rule was broken`() throws {
    let connection = try connection()
    try connection.execute("CREATE TABLE one (name TEXT UNIQUE CHECK (name <> '')) STRICT")
    try connection.execute("INSERT INTO one VALUES ('ada')")
    func code(_ sql: String) -> Int32? {
      #expect(throws: SQLiteError.self) { try connection.run(sql, []) }?.code
    }
    #expect(code("INSERT INTO one VALUES ('ada')") == 2_067)
    #expect(code("INSERT INTO one VALUES ('')") == 275)
  }

  @Test(
    arguments: [
      "SELECT \"names\" FROM one", "CREATE INDEX two ON one(\"names\")",
      "DELETE FROM one WHERE name = \"ada\"",
    ])
  func `takes no misspelt name for a text`(_ sql: String) throws {
    let connection = try connection()
    try connection.execute("CREATE TABLE one (name TEXT)")
    #expect(throws: SQLiteError.self) { try connection.run(sql, []) }
  }

  @Test func `lets nothing refer to a missing row`() throws {
    let connection = try connection()
    try connection.execute(
      "CREATE TABLE one (id INTEGER PRIMARY KEY); CREATE TABLE two (one INTEGER REFERENCES one)")
    #expect(throws: SQLiteError.self) { try connection.run("INSERT INTO two VALUES (1)", []) }
  }

  @Test func `frees its file, whatever it has run`() throws {
    func isOpen() throws -> Bool {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").contains { name in
        let target = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/self/fd/\(name)")
        return target == path
      }
    }
    do {
      let connection = try connection()
      #expect(try connection.row("VALUES (1), (2)", [])?.values[0] == .integer(1))
      #expect(try isOpen())
    }
    #expect(try !isOpen())
  }

  @Test func `writes nothing in a transaction for reading, and can write after it`() throws {
    let connection = try connection()
    try connection.execute("CREATE TABLE one (name TEXT)")
    let error = #expect(throws: SQLiteError.self) {
      try connection.reading { try connection.run("INSERT INTO one VALUES ('ada')", []) }
    }
    #expect(error?.primaryCode == SQLITE_READONLY)
    try connection.run("INSERT INTO one VALUES ('bea')", [])
    #expect(
      try connection.rows("SELECT name FROM one", []).map { $0.values[0] } == [.text("bea")])
  }

  @Test func `rolls back what its user leaves open`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.store()
    try store.writer.once { database in
      try database.execute("BEGIN; INSERT INTO throttles VALUES (zeroblob(32), 1, 0)")
    }
    #expect(try store.writer.once { !$0.isInTransaction })
    #expect(try store.values("SELECT count(*) FROM throttles") == ["0"])
  }

  @Test func `of a closed store refuses everything`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.store()
    let (session, _) = try await folder.counting(in: store)
    store.close()
    await #expect(throws: Refusal.store(.failed(cause: "the store is closed"))) {
      try await store.counters(in: session)
    }
  }
}
