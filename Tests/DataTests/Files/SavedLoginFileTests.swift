import Domain
import Doubles
import Foundation
import Testing

@testable import Data

@Suite(.limited) struct `The file of saved logins` {
  private let folder: TemporaryFolder
  private let path: String
  private let login: TokenFile<Session>

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("state/tally/session")
    login = Self.file(path, "/home/ada/my tally.db")
  }

  private static func file(_ path: String, _ store: String) -> TokenFile<Session> {
    TokenFile(path: path, store: store, meaning: "saved login")
  }

  private func token(_ byte: UInt8) throws -> SessionToken {
    try #require(SessionToken(bytes: [UInt8](repeating: byte, count: SessionToken.length)))
  }

  @Test func `keeps a token until it is replaced or removed`() async throws {
    #expect(try await login.token() == nil)
    for byte in [0xA0, 0x0B] as [UInt8] {
      try await login.save(token(byte))
      #expect(try await login.token() == token(byte))
    }
    for _ in 0..<2 {
      try await login.remove()
      #expect(try await login.token() == nil)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `keeps a login for each store`() async throws {
    let other = Self.file(path, "/home/ada/my tally.db2")
    try await login.save(token(1))
    try await other.save(token(2))
    #expect(try await login.token() == token(1))
    try await login.remove()
    #expect(try await login.token() == nil)
    #expect(try await other.token() == token(2))
  }

  @Test func `trusts a file that was replaced after it was opened, as what was there before`()
    async throws
  {
    try await login.save(token(1))
    let file = try FileDescriptor(opening: path, O_RDONLY)
    try await login.save(token(2))
    #expect(try file.status().st_nlink == 0)
    #expect(try file.status().plantFault() == nil)
  }

  @Test(arguments: [
    ("/home/ada/caf\u{E9}.db", "/home/ada/cafe\u{301}.db"), ("/tmp/\u{212B}", "/tmp/\u{C5}"),
    ("/tmp/a", "/tmp/a\r"), ("/\u{301}", "/"),
  ])
  func `distinguishes two stores whose paths differ by a byte`(_ one: String, _ other: String)
    async throws
  {
    let stores = [one, other].map { Self.file(path, $0) }
    for (byte, store) in stores.enumerated() { try await store.save(token(UInt8(byte + 1))) }
    #expect(try await stores[0].token() == token(1))
    #expect(try await stores[1].token() == token(2))
    try await stores[0].remove()
    #expect(try await stores[0].token() == nil)
    #expect(try await stores[1].token() == token(2))
  }

  @Test func `keeps the logins of all stores after simultaneous logins`() async throws {
    let stores = (0..<40).map { Self.file(path, "/home/ada/\($0).db") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, store) in stores.enumerated() {
        group.addTask {
          try await store.save(self.token(UInt8(index)))
          if index.isMultiple(of: 4) { try await store.remove() }
        }
      }
      try await group.waitForAll()
    }
    for (index, store) in stores.enumerated() {
      #expect(try await store.token() == (index.isMultiple(of: 4) ? nil : token(UInt8(index))))
    }
  }

  @Test func `is accessible only to its owner, and leaves no other file in its folder`()
    async throws
  {
    try await login.save(token(1))
    let state = folder.file("state/tally")
    #expect(try permissions(of: path) == 0o600)
    #expect(try permissions(of: state) == 0o700)
    #expect(try FileManager.default.contentsOfDirectory(atPath: state) == ["session"])
  }

  @Test func `removes what a killed program left a day ago`()
    async throws
  {
    try await login.save(token(1))
    let state = folder.file("state/tally")
    let left = "\(state)/.tally-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: left, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    try Data("a token".utf8).write(to: URL(fileURLWithPath: "\(left)/unfinished"))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -25 * 3_600)],
      ofItemAtPath: "\(left)/unfinished")
    try await login.save(token(2))
    #expect(try FileManager.default.contentsOfDirectory(atPath: state) == ["session"])
  }

  @Test func `refuses a store's path with a line break`() async throws {
    let login = Self.file(path, "/tmp/a\nb")
    await #expect(throws: Refusal.self) { try await login.save(token(1)) }
    #expect(try await login.token() == nil)
  }

  @Test(
    arguments: [
      ("a symbolic link", "it is a symbolic link"), ("a FIFO", "it is not a regular file"),
      ("a folder", "it is not a regular file"),
      ("a hard link", "it has another name (a hard link)"),
      ("open to others", "others may read or write it"),
      ("damaged", "it has an invalid line"),
    ])
  func `is refused when it cannot be trusted, for reading, writing and removing`(
    _ fault: (kind: String, cause: String)
  ) async throws {
    try await login.save(token(1))
    let aside = folder.file("aside")
    let manager = FileManager.default
    switch fault.kind {
    case "a hard link": try manager.linkItem(atPath: path, toPath: aside)
    case "open to others": chmod(path, 0o640)
    case "damaged":
      let handle = try #require(FileHandle(forWritingAtPath: path))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data("0123 /tmp/x\n".utf8))
    default:
      try manager.moveItem(atPath: path, toPath: aside)
      switch fault.kind {
      case "a FIFO": #expect(mkfifo(path, 0o600) == 0)
      case "a folder": try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
      default: try manager.createSymbolicLink(atPath: path, withDestinationPath: aside)
      }
    }
    let refusal = Refusal.environment(
      cause: "The saved login \(path) cannot be used: \(fault.cause). "
        + "Move that file away and log in again")
    await #expect(throws: refusal) { try await login.token() }
    await #expect(throws: refusal) { try await login.checkPlace() }
    await #expect(throws: refusal) { try await login.save(token(2)) }
    await #expect(throws: refusal) { try await login.remove() }
  }

  @Test(.enabled(if: geteuid() == 0, "only the superuser can give a file away"))
  func `is refused when it belongs to somebody else`() async throws {
    try await login.save(token(1))
    #expect(chown(path, 1, 1) == 0)
    await #expect(
      throws: Refusal.environment(
        cause: "The saved login \(path) cannot be used: it belongs to somebody else. "
          + "Move that file away and log in again")
    ) { try await login.token() }
  }
}
