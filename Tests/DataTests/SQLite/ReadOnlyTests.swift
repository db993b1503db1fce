import Domain
import Doubles
import Foundation
import Testing

@testable import Data

@Suite(.enabled(if: ReadOnlyLock.works, "neither permissions nor chattr keep this user out"))
struct `A store that may only be read` {
  /// Locks the paths, and shows that all can be read and nothing written.
  private func expectReadable(_ folder: StoreFolder, locking names: [String]) async throws {
    let store = try folder.store()
    let new = try await store.signedUp("ada")
    let counter = try #require(try await store.openCounter(in: new.session))
    _ = try await store.apply([.add(5)], to: counter, in: new.session)
    try store.queue.close()

    let lock = try ReadOnlyLock(on: names.map { folder.folder.file($0) })
    defer { lock.release() }
    let locked = try folder.store()
    #expect(try await locked.counters(in: new.session).map(\.count) == [5])
    #expect(try await locked.history(of: counter, newest: 9, in: new.session).count == 1)
    let refusal = await #expect(throws: Refusal.self) {
      try await locked.apply([.add(1)], to: counter, in: new.session)
    }
    expect(refusal, is: Refusal.storeReadOnly)
    folder.clock.advance(seconds: 2 * day)
    #expect(try await locked.resumeSession(new.token).user == new.session.user)
  }

  @Test func `is one in a folder where nothing may be made`() async throws {
    let folder = try StoreFolder()
    try folder.makeStore()
    try await expectReadable(folder, locking: ["", "tally.db", "tally.db.gate"])
  }

  @Test func `is one whose file may not be written`() async throws {
    try await expectReadable(StoreFolder(), locking: ["tally.db"])
  }

  @Test func `is none where it does not exist yet`() throws {
    let folder = try StoreFolder()
    let lock = try ReadOnlyLock(on: [folder.folder.path])
    defer { lock.release() }
    let refusal = #expect(throws: Refusal.self) { try folder.store() }
    expect(refusal, is: Refusal.storeReadOnly)
  }
}

/// Keeps paths from being written: by permissions, or for the superuser, whom those do not bind, by
/// the file system's immutable flag.
struct ReadOnlyLock {
  private let paths: [String]

  init(on paths: [String]) throws {
    self.paths = paths
    for path in paths {
      if geteuid() == 0 {
        try Self.changeAttributes("+i", of: path)
      } else {
        chmod(path, 0o555)
      }
    }
  }

  func release() {
    for path in paths {
      if geteuid() == 0 {
        // A flag that stays makes the removal of the folder fail, and nothing else.
        try? Self.changeAttributes("-i", of: path)
      } else {
        chmod(path, 0o755)
      }
    }
  }

  /// Whether this user can be kept out at all.
  static let works: Bool = {
    guard let folder = try? TemporaryFolder(), let lock = try? ReadOnlyLock(on: [folder.path])
    else { return false }
    defer { lock.release() }
    return !FileManager.default.createFile(atPath: folder.file("probe"), contents: nil)
  }()

  private static func changeAttributes(_ change: String, of path: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["chattr", change, path]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteNoPermission) }
  }
}
