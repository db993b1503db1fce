import Domain
import Foundation
import Testing

@testable import Data

@Suite(.limited) struct `Checking a store` {
  private let folder: StoreFolder
  private let store: SQLiteStore
  private let ada: Session
  private let main: Counter

  /// A store with every kind of entry; ada's counter `Main` has 11.
  init() async throws {
    folder = try StoreFolder()
    store = try await folder.store()
    _ = try await folder.counting(in: store, as: "first")
    ada = try await store.signedUp("ada", counter: "Main").session
    main = try #require(try await store.openCounter(in: ada))
    _ = try await store.apply([.add(5), .set(40), .reset], to: main, in: ada)
    try await store.take(
      row("a", .change, 5, in: "Main"), row("b", .set, 9, in: "Main"),
      row("c", .undo, -5, of: "a", in: "Main"), in: ada)
    _ = try await store.apply([.undo, .undo, .redo, .undo, .undo], to: main, in: ada)
  }

  @Test func `finds nothing in an undamaged store`() async throws {
    #expect(try store.values("SELECT group_concat(undone, '') FROM changes") == ["01111100000"])
    #expect(try await store.faults() == [])
  }

  @Test(arguments: [
    "UPDATE counters SET count = count + 1 WHERE name = 'Main'",
    "UPDATE counters SET last_seq = last_seq + 1 WHERE name = 'Main'",
    "UPDATE counters SET ordered_until = 1 WHERE name = 'Main'",
    "UPDATE changes SET amount = amount + 1 WHERE kind = 'set'",
    "UPDATE changes SET count = count + 1 WHERE kind = 'set'",
    "UPDATE changes SET amount = amount + 1 WHERE kind = 'undo'",
    "UPDATE changes SET amount = amount + 1 WHERE kind = 'import'",
    "DELETE FROM changes WHERE seq = 2",
    "DELETE FROM changes WHERE seq = 11",
    "DELETE FROM changes",
  ])
  func `finds a history that does not add up`(_ sql: String) async throws {
    try store.run(sql)
    #expect(try await store.faults() == [.history(counter: "Main", owner: "ada")])
  }

  @Test(arguments: [
    "UPDATE counters SET undo_seq = 2 WHERE name = 'Main'",
    "UPDATE counters SET undo_seq = NULL WHERE name = 'Main'",
    "UPDATE counters SET redo_seq = 10 WHERE name = 'Main'",
    "UPDATE counters SET redo_seq = NULL WHERE name = 'Main'",
    "UPDATE changes SET undone = 1, summed = 0 WHERE seq = 1",
    "UPDATE changes SET undone = 0 WHERE seq = 2",
    "UPDATE changes SET undone = 2 WHERE seq = 3",
    "UPDATE changes SET undone = 0, summed = amount WHERE seq = 4",
    "UPDATE changes SET undone = 2 WHERE seq = 4",
    "UPDATE changes SET below_seq = NULL WHERE seq = 2",
    "UPDATE changes SET below_seq = 2 WHERE seq = 6",
    "UPDATE changes SET below_seq = 3 WHERE seq = 5",
    "UPDATE changes SET below_seq = NULL WHERE seq = 8",
    "UPDATE changes SET below_seq = 1 WHERE seq = 9",
    "UPDATE changes SET of_seq = 5 WHERE seq = 7",
    "UPDATE changes SET of_seq = 2 WHERE seq = 9",
    "UPDATE changes SET of_seq = 1 WHERE seq = 11",
    "UPDATE changes SET of_length = 2 WHERE seq = 7",
    "UPDATE changes SET of_length = NULL WHERE seq = 7",
    "UPDATE changes SET of_length = 1 WHERE seq = 9",
    "UPDATE changes SET first_seq = NULL WHERE seq = 5",
    "UPDATE changes SET first_seq = 3 WHERE first_seq = 4",
    "UPDATE changes SET first_seq = 5 WHERE seq = 5",
    "UPDATE changes SET first_seq = 3 WHERE seq = 3",
    "UPDATE changes SET first_seq = 1 WHERE seq = 10",
  ])
  func `finds undo data that does not match the history`(_ sql: String) async throws {
    try store.run(sql)
    #expect(try await store.faults() == [.undoing(counter: "Main", owner: "ada")])
  }

  @Test(arguments: [
    "UPDATE changes SET reverts = 13 WHERE seq = 14",
    "UPDATE changes SET reverts = 1 WHERE seq = 14",
    "UPDATE changes SET reverts = 12 WHERE seq = 13",
    "UPDATE changes SET time = time + 1 WHERE seq = 12",
  ])
  func `finds a revert of what cannot be reverted`(_ sql: String) async throws {
    _ = try await store.apply([.add(5), .add(6), .revert(12)], to: main, in: ada)
    try #require(try await store.faults() == [])
    try store.run(sql)
    #expect(try await store.faults() == [.undoing(counter: "Main", owner: "ada")])
  }

  @Test func `finds a second revert of the same addition`() async throws {
    _ = try await store.apply(
      [.add(5), .add(5), .revert(12), .revert(13)], to: main, in: ada)
    try #require(try await store.faults() == [])
    try store.run("UPDATE changes SET reverts = 12 WHERE seq = 15")
    #expect(try await store.faults() == [.undoing(counter: "Main", owner: "ada")])
  }

  @Test func `finds a revert of what the owner had settled`() async throws {
    _ = try await store.apply([.add(5), .set(90)], to: main, in: ada)
    try store.run("UPDATE counters SET set_seq = NULL WHERE name = 'Main'")
    _ = try await store.apply([.revert(12)], to: main, in: ada)
    try store.run("UPDATE counters SET set_seq = 13 WHERE name = 'Main'")
    #expect(try await store.faults() == [.undoing(counter: "Main", owner: "ada")])
  }

  @Test(arguments: [
    "UPDATE changes SET of_seq = 2 WHERE seq = 6",
    "UPDATE changes SET of_length = 2 WHERE seq = 6",
    "UPDATE changes SET kind = 'redo' WHERE seq = 6",
  ])
  func `finds an imported undo of the wrong subject`(_ sql: String)
    async throws
  {
    _ = try await store.apply([.redo, .redo, .redo], to: main, in: ada)
    #expect(try await store.faults() == [])
    try store.run(sql)
    #expect(try await store.faults() == [.undoing(counter: "Main", owner: "ada")])
  }

  @Test(arguments: [
    ("INSERT INTO sessions VALUES (9, 77, zeroblob(32), 'tty', 0, 0)", "sessions"),
    ("UPDATE changes SET user_id = 1 WHERE seq = 3", "changes"),
    ("UPDATE users SET open_counter_id = 77 WHERE username = 'ada'", "users"),
    ("UPDATE users SET open_counter_id = 1 WHERE username = 'ada'", "users"),
    ("INSERT INTO members VALUES (77, 1, 1, 'counts', NULL, NULL, NULL)", "members"),
    ("INSERT INTO members VALUES (1, 1, 77, 'counts', NULL, NULL, NULL)", "members"),
  ])
  func `finds rows without an owner`(_ sql: String, table: String) async throws {
    try store.run("PRAGMA foreign_keys = OFF; \(sql); PRAGMA foreign_keys = ON")
    #expect(try await store.faults() == [.orphan(kind: table)])
  }

  /// Shares the counter with account 1, which makes the entries 12 to 15.
  private func share() async throws {
    let first = try await store.loggedIn("first")
    try store.share(main, with: first.user, as: .counts)
    _ = try await store.apply([.add(5), .add(7), .undo, .redo], to: main, in: first)
    try #require(try await store.faults() == [])
  }

  @Test(arguments: [
    "UPDATE members SET undo_seq = 12",
    "UPDATE members SET undo_seq = NULL",
    "UPDATE members SET redo_seq = 14",
    "DELETE FROM members",
    "UPDATE members SET user_id = NULL, undo_seq = 14",
    "UPDATE counters SET set_seq = NULL WHERE name = 'Main'",
    "UPDATE counters SET set_seq = 2 WHERE name = 'Main'",
    "UPDATE changes SET author = NULL WHERE seq = 12",
    "UPDATE changes SET author = 77 WHERE seq = 13",
    "UPDATE changes SET author = 1 WHERE seq = 3",
    "UPDATE changes SET author = 1 WHERE seq = 5",
  ])
  func `finds a member's undo data that does not match the history`(_ sql: String)
    async throws
  {
    try await share()
    try store.run(sql)
    #expect(try await store.faults() == [.undoing(counter: "Main", owner: "ada")])
  }

  @Test func `finds an undo by a member of what the owner had settled`() async throws {
    try await share()
    _ = try await store.apply([.set(90), .undo], to: main, in: ada)
    try store.run("UPDATE counters SET set_seq = 3 WHERE name = 'Main'")
    _ = try await store.apply([.undo], to: main, in: try await store.loggedIn("first"))
    try store.run("UPDATE counters SET set_seq = 16 WHERE name = 'Main'")
    #expect(try await store.faults() == [.undoing(counter: "Main", owner: "ada")])
  }

  @Test func `accepts former members and deleted accounts`()
    async throws
  {
    try await share()
    let first = try await store.loggedIn("first")
    try store.share(main, with: first.user, as: nil)
    #expect(try await store.faults() == [])
    try await store.deleteAccount(in: first)
    #expect(try store.values("SELECT ifnull(user_id, 'none') FROM members") == ["none"])
    #expect(try await store.faults() == [])
  }

  @Test func `finds an owner who is a member of their own counter`() async throws {
    try store.share(main, with: ada.user, as: .counts)
    #expect(try await store.faults() == [.orphan(kind: "members")])
  }

  @Test func `finds names with a wrong lookup key`() async throws {
    try store.run("UPDATE counters SET name_key = 'other' WHERE name = 'Main'")
    try store.run(
      "UPDATE users SET username = 'a d a', username_key = 'a d a' WHERE username = 'ada'")
    #expect(
      try await store.faults() == [
        .name("a d a", kind: "users"), .name("Main", kind: "counters"),
      ])
  }

  @Test(arguments: [
    ("journal_mode", "DELETE"), ("synchronous", "FULL"), ("foreign_keys", "OFF"),
    ("trusted_schema", "ON"), ("cell_size_check", "OFF"), ("mmap_size", "65536"),
    ("ignore_check_constraints", "ON"), ("application_id", "7"),
    ("user_version", "99"),
  ])
  func `checks every setting`(_ name: String, value: String) async throws {
    try store.run("PRAGMA \(name) = \(value)")
    #expect(try await store.faults() == [.setting(name)])
  }

  @Test(arguments: [
    "UPDATE changes SET summed = 4 WHERE seq = 3",
    "UPDATE changes SET kind = 'other' WHERE seq = 3",
    "UPDATE users SET username_key = 'other' WHERE username = 'ada'",
  ])
  func `finds a row that breaks a rule of the schema`(_ sql: String) async throws {
    try store.run(
      "PRAGMA ignore_check_constraints = ON; \(sql); PRAGMA ignore_check_constraints = OFF")
    let table = sql.split(separator: " ")[1]
    #expect(try await store.faults().contains(.damaged("CHECK constraint failed in \(table)")))
  }

  @Test func `finds an index that disagrees with its row`() async throws {
    store.close()
    // The name in lower case occurs twice; only the index has no mixed-case name beside it.
    let key = Array("main".utf8) + [2]
    let place = try #require(try content(of: folder.path).range(of: Data(key)))
    try folder.overwrite(Array("mbin".utf8), at: place.lowerBound)
    let faults = try await folder.store().faults()
    #expect(faults == [.damaged("row 2 missing from index sqlite_autoindex_counters_1")])
  }

  @Test func `reports each problem on a line, even if damage hides others`() async throws {
    let pages = try store.values("SELECT rootpage - 1 FROM sqlite_schema WHERE rootpage > 4")
    store.close()
    for page in pages.compactMap(Int.init) {
      try folder.overwrite(Array(repeating: 0, count: 4_096), at: page * 4_096)
    }
    let faults = try await folder.store().faults()
    #expect(faults.count > 1)
    for fault in faults {
      guard case .damaged(let text) = fault else {
        Issue.record("\(fault)")
        continue
      }
      #expect(!text.contains("\n"))
    }
  }
}
