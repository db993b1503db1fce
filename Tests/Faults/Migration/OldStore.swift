import Doubles
import Foundation
import Programs
import Testing

@testable import Data

/// The state of a store before a program opens and migrates it.
enum OldStore: Sendable, CustomTestStringConvertible {
  case none
  /// A store of version 0, without tables.
  case empty
  case fixture(StoreFixture)

  /// All states that need a migration.
  static let all: [OldStore] =
    [.none, .empty]
    + StoreFixture.all.filter { $0.version < Schema.version }.map { .fixture($0) }

  var testDescription: String {
    switch self {
    case .none: "no store"
    case .empty: "version 0"
    case .fixture(let fixture): "\(fixture)"
    }
  }

  /// Copies the store to where the program expects it.
  func put(in tally: TallyProgram) async throws {
    let store = URL(fileURLWithPath: tally.store)
    let folder = store.deletingLastPathComponent()
    if FileManager.default.fileExists(atPath: folder.path) {
      try FileManager.default.removeItem(at: folder)
    }
    if case .none = self { return }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if case .fixture(let fixture) = self {
      try FileManager.default.copyItem(atPath: fixture.path, toPath: store.path)
    } else {
      try await Self.makeEmpty(store.path)
    }
  }

  /// Removes everything that migrations created in a new store.
  private static func makeEmpty(_ path: String) async throws {
    let store = try await SQLiteStore(path: path, clock: ManualClock())
    try store.run("PRAGMA foreign_keys = OFF")
    let tables = [
      "tally_store", "devices", "former_usernames", "members", "archived", "loose_undos",
      "invitations", "changes", "counters", "throttles", "sessions", "users",
    ]
    for table in tables {
      try store.run("DROP TABLE \(table)")
    }
    try store.run("PRAGMA user_version = 0")
  }

  /// A short description of its content after a program opened it.
  func state() async throws -> [String] {
    guard case .fixture(let fixture) = self else { return [] }
    let folder = try TemporaryFolder()
    let path = folder.path + "/tally.db"
    try FileManager.default.copyItem(atPath: fixture.path, toPath: path)
    return try await SQLiteStore(path: path, clock: ManualClock()).state()
  }

  /// What is wrong with the store after a program opened it, or `nil` if its content is complete.
  func fault(in tally: TallyProgram) async throws -> String? {
    let check = try await tally.faults()
    guard check.isEmpty else { return check }
    let clock = ManualClock(now: StoreFixture.now)
    let store = try await SQLiteStore(path: tally.store, clock: clock)
    guard try store.values("PRAGMA user_version") == ["\(Schema.version)"] else {
      return "it does not have the present version"
    }
    guard case .fixture(let fixture) = self else {
      let state = try store.state()
      return state.isEmpty ? nil : "\(state)"
    }
    let lines = try await StoreContent(of: store, hasher: Argon2idHasher())
      .lines(of: StoreFixture.usernames, password: TestWorld.password)
    return lines.map { $0 + "\n" }.joined() == fixture.content
      ? nil : "its content has changed: \(lines)"
  }
}
