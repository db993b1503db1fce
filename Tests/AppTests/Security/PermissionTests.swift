import Foundation
import Testing

/// What other users of the machine can do with Tally's files.
@Suite(.limited) struct PermissionTests {
  @Test func `Every file and folder is accessible only to its owner, with any umask`() async throws
  {
    let tally = try TallyProgram()
    let run = try await tally.bash(
      """
      umask 0
      echo long enough 1 | tally signup ada --password-stdin && tally up main &&
      tally export out.json && tally backup copy.db && printf 'list\\n' | tally > /dev/null
      """)
    #expect(run.status == 0, "\(run.errors)")
    let terminal = try await tally.terminal()
    try await terminal.expect("ada/main> ")
    try await terminal.type("list\r")
    try await terminal.expect("ada/main> ")

    let manager = FileManager.default
    let names = try #require(manager.enumerator(atPath: tally.home)).compactMap { $0 as? String }
    for name in names {
      let attributes = try manager.attributesOfItem(atPath: tally.file(name))
      let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
      #expect(attributes[.posixPermissions] as? Int == (isFolder ? 0o700 : 0o600), "\(name)")
    }
    let expected: Set = [
      "data/tally/tally.db", "data/tally/tally.db.gate", "state/tally/session",
      "state/tally/history", "out.json", "copy.db",
    ]
    #expect(expected.isSubset(of: names))
    try await terminal.type("quit\r")
    #expect(try await terminal.waitForEnd() == 0)
  }

  @Test(arguments: ["-journal", "-wal", "-shm", ".gate"])
  func `A FIFO planted beside the store blocks nobody`(_ suffix: String) async throws {
    let tally = try await TallyProgram.ofAda()
    let path = tally.file("data/tally/tally.db\(suffix)")
    unlink(path)
    #expect(mkfifo(path, 0o600) == 0)
    let run = try await tally.run(["up", "main"])
    #expect(run.status == 74)
    #expect(run.errors.contains("cannot be trusted: it is not a regular file"))
  }

  @Test func `A tampered password hash does not allow a login`() async throws {
    let tally = try await TallyProgram.ofAda()
    try await tally.check("logout", "Logged out\n")
    let path = tally.file("data/tally/tally.db")
    var store = try Data(contentsOf: URL(fileURLWithPath: path))
    let range = try #require(store.range(of: Data("m=65536,t=3".utf8)))
    store.replaceSubrange(range, with: Data("m=65536,t=0".utf8))
    try store.write(to: URL(fileURLWithPath: path))
    try await tally.checkRefusal(
      "login ada --password-stdin", "The store is damaged. Copy a backup over it", status: 74,
      input: "\(TallyProgram.password)\n")
    try await tally.checkRefusal(
      "whoami", "You are not logged in. Use tally login or tally signup", status: 77)
    #expect(!FileManager.default.fileExists(atPath: tally.file("state/tally/session")))
  }
}
