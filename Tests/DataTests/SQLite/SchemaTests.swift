import CSQLite
import Domain
import Foundation
import Testing

@testable import Data

@Suite(.limited) struct `The schema` {
  @Test(
    arguments: [
      "INSERT INTO users VALUES (9, 'bob', 'Bob', 'hash', 0, NULL, NULL, 0, NULL, NULL, NULL, NULL)",
      "INSERT INTO users VALUES (9, 'bob', 'bob', 'hash', 'today', NULL, NULL, 0, NULL, NULL, NULL, NULL)",
      "INSERT INTO users VALUES (9, 'bob', 'bob', '', 0, NULL, NULL, 0, NULL, NULL, NULL, NULL)",
      "INSERT INTO users VALUES (9, 'bob', 'bob', 'hash', 0, 77, NULL, 0, NULL, NULL, NULL, NULL)",
      "INSERT INTO users VALUES (9, 'ada', 'ada', 'hash', 0, NULL, NULL, 0, NULL, NULL, NULL, NULL)",
      "INSERT INTO users VALUES (9, 'bob', 'bob', 'hash', 0, NULL, NULL, 1440, NULL, NULL, NULL, NULL)",
      "INSERT INTO sessions VALUES (9, 1, x'00', 'tty', 0, 0)",
      "INSERT INTO sessions VALUES (9, 77, zeroblob(32), 'tty', 0, 0)",
      "INSERT INTO throttles VALUES (x'00', 1, 0)",
      "INSERT INTO throttles VALUES (zeroblob(32), -1, 0)",
      "INSERT INTO devices VALUES (77, zeroblob(32), 0, 0, 0)",
      "INSERT INTO devices VALUES (1, x'00', 0, 0, 0)",
      "INSERT INTO devices VALUES (1, zeroblob(32), 0, -1, 0)",
      "INSERT INTO devices SELECT * FROM devices",
      "UPDATE tally_store SET id = x'00'",
      "INSERT INTO tally_store VALUES (randomblob(16), 1)",
      "INSERT INTO tally_store VALUES (randomblob(16), 2)",
      "UPDATE counters SET count = 1.5",
      "UPDATE counters SET count = 9223372036854775807 + 1",
      "UPDATE counters SET undo_seq = 5",
      "UPDATE counters SET name = ''",
      "UPDATE counters SET user_id = 77",
      "UPDATE counters SET uid = NULL",
      "UPDATE counters SET target_per = 'day', target_zone = 'UTC0'",
      "UPDATE counters SET target = 3, target_per = 'day'",
      "UPDATE counters SET target = 3, target_zone = 'UTC0'",
      "UPDATE counters SET target = 3, target_per = 'year', target_zone = 'UTC0'",
      "UPDATE counters SET uid = 'a text that has 16'",
      "INSERT INTO counters (user_id, uid, name, name_key, created_at) SELECT 1, uid, 'b', 'b', 0 FROM counters",
      "UPDATE changes SET user_id = 77",
      "UPDATE changes SET kind = 'other'",
      "UPDATE changes SET kind = 'undo'",
      "UPDATE changes SET undone = -1, summed = 0",
      "UPDATE changes SET undone = 1",
      "UPDATE changes SET summed = 4",
      "UPDATE changes SET below_seq = seq",
      "UPDATE changes SET uid = x'00'",
      "UPDATE changes SET uid = 5",
      "UPDATE changes SET of_length = 1",
      "UPDATE changes SET author = user_id",
      "UPDATE counters SET target = 0",
      "UPDATE counters SET target = NULL, at_most = 1",
      "UPDATE counters SET target = 1, at_most = 2",
      "UPDATE counters SET set_seq = 5",
      "INSERT INTO loose_undos VALUES (77, 1, 'a', '', 0, 0, 1, 0)",
      "INSERT INTO loose_undos VALUES (1, 0, 'a', '', 0, 0, 1, 0)",
      "INSERT INTO loose_undos VALUES (1, 1, '', '', 0, 0, 1, 0)",
      "INSERT INTO loose_undos VALUES (1, 1, 'a', '', 0, 0, 0, 0)",
      "INSERT INTO loose_undos VALUES (1, 1, 'a', '', 0, 0, 1, 2)",
      "INSERT INTO archived VALUES (77, 1)",
      "INSERT INTO archived VALUES (1, 77)",
      "INSERT INTO archived VALUES (1, 1), (1, 1)",
      "INSERT INTO members VALUES (1, 0, 1, 'counts', NULL, NULL, NULL)",
      "INSERT INTO members VALUES (77, 1, 1, 'counts', NULL, NULL, NULL)",
      "INSERT INTO members VALUES (1, 1, 77, 'counts', NULL, NULL, NULL)",
      "INSERT INTO members VALUES (1, 1, 1, 'owns', NULL, NULL, NULL)",
      "INSERT INTO members VALUES (1, 1, 1, NULL, NULL, NULL, NULL), (1, 2, 1, NULL, NULL, NULL, NULL)",
      "INSERT INTO members VALUES (1, 1, 1, 'counts', NULL, NULL, 'tomorrow')",
      "INSERT INTO invitations VALUES (77, 1, zeroblob(32), 'counts', 0, 1)",
      "INSERT INTO invitations VALUES (1, 0, zeroblob(32), 'counts', 0, 1)",
      "INSERT INTO invitations VALUES (1, 1, x'00', 'counts', 0, 1)",
      "INSERT INTO invitations VALUES (1, 1, zeroblob(32), 'owns', 0, 1)",
      "INSERT INTO invitations VALUES (1, 1, zeroblob(32), 'counts', 'tomorrow', 1)",
      "INSERT INTO invitations VALUES (1, 1, zeroblob(32), 'counts', 0, 0)",
      "INSERT INTO invitations VALUES (1, 1, zeroblob(32), 'counts', 0, 1), (1, 2, zeroblob(32), 'counts', 0, 1)",
      "INSERT INTO invitations VALUES (1, 1, zeroblob(32), 'counts', 0, 1), (1, 1, randomblob(32), 'counts', 0, 1)",
      "INSERT INTO users VALUES (9, 'bob', 'bob', 'none', 0, NULL, NULL, 0, 77, 'Bob', 'bob', 1)",
      "INSERT INTO users VALUES (9, 'bob', 'bob', 'none', 0, NULL, NULL, 0, NULL, 'Bob', 'bob', 1)",
      "INSERT INTO users VALUES (9, 'bob', 'bob', 'none', 0, NULL, NULL, 0, 1, NULL, 'bob', 1)",
      "INSERT INTO users VALUES (9, 'bob', 'bob', 'none', 0, NULL, NULL, 0, 1, '', 'bob', 1)",
      "INSERT INTO users VALUES (9, 'bob', 'bob', 'none', 0, NULL, NULL, 0, 1, hex(zeroblob(17)), 'bob', 1)",
      "INSERT INTO users VALUES (9, 'bob', 'bob', 'none', 0, NULL, NULL, 0, 1, 'Bob', NULL, 1)",
      "INSERT INTO users VALUES (9, 'bob', 'bob', 'none', 0, NULL, NULL, 0, 1, 'Bob', '', 1)",
      "INSERT INTO users VALUES (9, 'bob', 'bob', 'none', 0, NULL, NULL, 0, 1, 'Bob', 'bob', NULL)",
      "INSERT INTO users VALUES (9, 'bob', 'bob', 'none', 0, NULL, NULL, 0, 1, 'Bob', 'bob', 0)",
      "INSERT INTO users VALUES (8, 'a', 'a', 'none', 0, NULL, NULL, 0, 1, 'Bob', 'bob', 1), (9, 'b', 'b', 'none', 0, NULL, NULL, 0, 1, 'BOB', 'bob', 1)",
    ])
  func `refuses invalid rows`(_ sql: String) async throws {
    let folder = try StoreFolder()
    let store = try await folder.store()
    let (session, counter) = try await folder.counting(in: store)
    _ = try await store.apply([.add(5)], to: counter, in: session)
    let error = #expect(throws: SQLiteError.self) { try store.run(sql) }
    #expect(error?.primaryCode == SQLITE_CONSTRAINT)
  }

  @Test func `reads the newest changes from the end of the history`() async throws {
    let plan = try await StoreFolder().store().plan(HistorySQL.newest)
    #expect(plan.contains("SEARCH changes USING PRIMARY KEY (counter_id=?)"), "\(plan)")
    #expect(!plan.contains("SCAN") && !plan.contains("TEMP B-TREE"), "\(plan)")
  }

  @Test(arguments: [HistorySQL.extent, HistorySQL.entryTime, SumSQL.sums])
  func `finds and sums the changes of a period with an index alone`(_ sql: String)
    async throws
  {
    let plan = try await StoreFolder().store().plan(sql)
    #expect(
      plan.contains("USING COVERING INDEX changes_time (counter_id=? AND time>? AND time<?)"),
      "\(plan)")
    #expect(!plan.contains("SCAN") && !plan.contains("TEMP B-TREE"), "\(plan)")
  }

  @Test(
    arguments: [
      (HistorySQL.page, "SEARCH change USING PRIMARY KEY (counter_id=? AND seq>? AND seq<?)"),
      (HistorySQL.newestPage, "SEARCH changes USING PRIMARY KEY (counter_id=? AND seq<?)"),
    ])
  func `reads a page of a history as one range`(_ sql: String, way: String)
    async throws
  {
    let plan = try await StoreFolder().store().plan(sql)
    #expect(plan.contains(way), "\(plan)")
    #expect(!plan.contains("SCAN") && !plan.contains("TEMP B-TREE"), "\(plan)")
  }

  @Test func `finds a change by its identifier`() async throws {
    let plan = try await StoreFolder().store().plan(Change.knownSQL)
    #expect(plan.contains("SEARCH change USING INDEX changes_uid (uid=? AND user_id=?)"), "\(plan)")
    #expect(!plan.replacing("SCAN CONSTANT ROW", with: "").contains("SCAN"), "\(plan)")
  }

  @Test func `identifies a change of an owner by its identifier and its number`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.store()
    let (session, main) = try await folder.counting(in: store)
    _ = try await store.apply([.add(5)], to: main, in: session)
    func again(_ number: Int, by author: String = "NULL") throws {
      try store.run(
        """
        INSERT INTO changes (counter_id, seq, user_id, author, uid, time, kind, amount, count, summed, nth)
        SELECT counter_id, 2, user_id, \(author), uid, 0, 'change', 1, 6, 1, \(number) FROM changes
        """)
    }
    for note in ["", String(repeating: "x", count: Note.maximumLength + 1)] {
      #expect(throws: (any Error).self) { try store.run("UPDATE changes SET note = '\(note)'") }
    }
    #expect(throws: (any Error).self) { try again(0) }
    #expect(throws: (any Error).self) { try again(1) }
    #expect(throws: (any Error).self) { try again(1, by: "77") }
    try again(2, by: "77")
  }

  @Test(arguments: ["counters", "users", "sessions"])
  func `deletes a row without reading unrelated rows`(_ table: String)
    async throws
  {
    let plan = try await StoreFolder().store().plan("DELETE FROM \(table) WHERE id = ?")
    #expect(plan.contains("SEARCH \(table) USING INTEGER PRIMARY KEY"), "\(plan)")
    #expect(!plan.contains("SCAN") && !plan.contains("changes_uid"), "\(plan)")
  }

  /// SQLite looks for them in this way when it deletes a counter.
  @Test func `finds the guests of a counter with an index`() async throws {
    let plan = try await StoreFolder().store().plan("SELECT 1 FROM users WHERE guest_of = ?")
    #expect(plan.contains("SEARCH users USING COVERING INDEX users_guest (guest_of=?)"), "\(plan)")
  }

  @Test func `checks the ends of the time index against the history without a search`()
    async throws
  {
    let plan = try await StoreFolder().store().plan(SQLiteConnection.straysSQL)
    #expect(plan.components(separatedBy: "INDEX changes_time (counter_id=?)").count == 3, "\(plan)")
    #expect(plan.contains("SEARCH change USING PRIMARY KEY (counter_id=? AND seq=?)"), "\(plan)")
    #expect(!plan.contains("SCAN changes") && !plan.contains("FOR ORDER BY"), "\(plan)")
  }

  @Test(
    arguments: [
      (
        Access.counterSQL,
        [
          "own USING COVERING INDEX", "counters USING INTEGER PRIMARY KEY", "listed USING INDEX",
          "counters USING INTEGER PRIMARY KEY",
          // Once for each half of the union.
          "host USING INTEGER PRIMARY KEY", "host USING INTEGER PRIMARY KEY",
        ]
      ),
      (
        Access.memberSQL,
        [
          "listed USING", "members USING PRIMARY KEY",
          "users USING INTEGER PRIMARY KEY",
        ]
      ),
      (Access.saveSQL, ["counters USING INTEGER PRIMARY KEY"]),
      (Access.saveCountSQL, ["counters USING INTEGER PRIMARY KEY"]),
      (Access.saveTopsSQL, ["members USING PRIMARY KEY"]),
      (LedgerSQL.step, ["top", "edit", "first"].map { "\($0) USING PRIMARY KEY" }),
      (LedgerSQL.mark, ["changes USING PRIMARY KEY"]),
    ])
  func `changes, undoes and redoes a count without a search`(
    _ sql: String, rows: [String]
  ) async throws {
    let plan = try await StoreFolder().store().plan(sql)
    #expect(rows.allSatisfy { plan.contains("SEARCH \($0)") }, "\(plan)")
    #expect(plan.components(separatedBy: "SEARCH").count == rows.count + 1, "\(plan)")
    #expect(!plan.contains("SCAN") && !plan.contains("TEMP B-TREE"), "\(plan)")
  }

  @Test func `never contains attempted names`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.store()
    _ = try await store.countAttempt(at: "a-mistyped-password")
    store.close()
    let content = try content(of: folder.path)
    #expect(content.range(of: Data("mistyped".utf8)) == nil)
  }

  @Test func `forgets attempts after a day, when the next one is counted`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.store()
    for index in 0..<5 { _ = try await store.countAttempt(at: "name \(index)") }
    folder.clock.advance(seconds: day)
    _ = try await store.countAttempt(at: "name 0")
    #expect(try store.values("SELECT count(*) FROM throttles") == ["5"])
    folder.clock.advance(seconds: 1)
    _ = try await store.countAttempt(at: "name 1")
    #expect(try store.values("SELECT count(*) FROM throttles") == ["2"])
  }

  @Test func `forgets expired sessions when many newer ones have begun`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.store()
    _ = try await folder.counting(in: store)
    let credentials = try #require(try await store.countAttempt(at: "ada"))
    func sessions(afterLogins logins: Int) async throws -> [String] {
      for _ in 0..<logins {
        _ = try await store.beginSession(with: credentials, newHash: nil, on: Device(place: "tty2"))
      }
      return try store.values("SELECT place || count(*) FROM sessions GROUP BY place ORDER BY 1")
    }
    let kept = Session.kept
    #expect(try await sessions(afterLogins: kept + 1) == ["tty1\(1)", "tty2\(kept + 1)"])
    folder.clock.advance(seconds: Session.lifetime)
    #expect(try await sessions(afterLogins: 1) == ["tty2\(kept + 1)"])
  }

  @Test func `stores a change under a UUID of version 7, or under a given id`()
    async throws
  {
    let folder = try StoreFolder()
    let store = try await folder.store()
    let (session, counter) = try await folder.counting(in: store)
    _ = try await store.apply([.add(1), .add(2)], to: counter, in: session)
    try store.run("UPDATE changes SET uid = 'my key' WHERE seq = 2")
    let ids = try await store.history(of: counter, newest: 2, in: session).map(\.id.text)
    #expect(ids.last == "my key")
    let time = String(folder.clock.now.milliseconds, radix: 16)
    let uuid = try #require(ids.first)
    #expect(
      uuid.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/)
        != nil)
    #expect(uuid.filter { $0 != "-" }.hasPrefix("0" + time))
  }
}
