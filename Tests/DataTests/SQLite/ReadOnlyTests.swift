import CSQLite
import Domain
import Doubles
import Foundation
import Programs
import Testing

@testable import Data

@Suite(
  .limited, .enabled(if: ReadOnlyLock.works, "nothing keeps the superuser from writing here"))
struct `A read-only store` {
  /// Locks the paths, and expects that everything can be read and nothing written.
  private func expectReadable(_ folder: StoreFolder, locking names: [String]) async throws {
    let store = try await folder.store()
    let new = try await store.signedUp("ada")
    let counter = try #require(try await store.openCounter(in: new.session))
    _ = try await store.apply([.add(5)], to: counter, in: new.session)
    store.close()

    let lock = try ReadOnlyLock(on: names.map { folder.folder.file($0) })
    defer { lock.release() }
    let locked = try await folder.store()
    #expect(try await locked.counters(in: new.session).map(\.count) == [5])
    #expect(try await locked.history(of: counter, newest: 9, in: new.session).count == 1)
    var attempts = 0
    try SQLiteStore.read(through: locked.gate) {
      attempts += 1
      if attempts == 1 { throw SQLiteError(code: SQLITE_BUSY) }
    }
    #expect(attempts == 2)
    let refusal = await #expect(throws: Refusal.self) {
      try await locked.apply([.add(1)], to: counter, in: new.session)
    }
    expect(refusal, is: { .store(.readOnly(cause: $0)) })
    folder.clock.advance(seconds: 2 * day)
    #expect(try await locked.resumeSession(new.token).user == new.session.user)
  }

  @Test func `can be used in a folder that may not be written`() async throws {
    let folder = try StoreFolder(on: .disk)
    try await folder.makeStore()
    try await expectReadable(folder, locking: ["", "tally.db", "tally.db.gate"])
  }

  @Test func `can be used when its file may not be written`() async throws {
    try await expectReadable(StoreFolder(on: .disk), locking: ["tally.db"])
  }

  @Test func `is refused when it does not exist yet`() async throws {
    let folder = try StoreFolder(on: .disk)
    let lock = try ReadOnlyLock(on: [folder.folder.path])
    defer { lock.release() }
    let refusal = await #expect(throws: Refusal.self) { try await folder.store() }
    expect(refusal, is: { .store(.readOnly(cause: $0)) })
  }
}

/// Makes paths read-only: by permissions, or for the superuser by the file system's immutable flag.
struct ReadOnlyLock {
  private let paths: [String]

  init(on paths: [String]) throws {
    self.paths = paths
    for path in paths {
      if geteuid() == 0 {
        try Self.setImmutable(true, path)
      } else {
        chmod(path, 0o555)
      }
    }
  }

  func release() {
    for path in paths {
      if geteuid() == 0 {
        // A remaining flag only prevents the folder's removal.
        try? Self.setImmutable(false, path)
      } else {
        chmod(path, 0o755)
      }
    }
  }

  /// Whether paths can be made read-only for this user.
  static let works: Bool = {
    guard let folder = try? TemporaryFolder(on: .disk),
      let lock = try? ReadOnlyLock(on: [folder.path])
    else { return false }
    defer { lock.release() }
    return !FileManager.default.createFile(atPath: folder.file("probe"), contents: nil)
  }()

  private static func setImmutable(_ isImmutable: Bool, _ path: String) throws {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var flags: Int32 = 0
    guard ioctl(file, Request.getFlags, &flags) == 0 else { throw SystemError(path) }
    flags = isImmutable ? flags | Request.immutable : flags & ~Request.immutable
    guard ioctl(file, Request.setFlags, &flags) == 0 else { throw SystemError(path) }
  }

  /// Linux's FS_IOC_GETFLAGS, FS_IOC_SETFLAGS and FS_IMMUTABLE_FL, macros that Swift cannot import.
  private enum Request {
    static let getFlags: UInt = 0x8008_6601
    static let setFlags: UInt = 0x4008_6602
    static let immutable: Int32 = 0x10
  }
}
