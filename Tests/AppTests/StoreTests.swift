import Foundation
import Testing

/// Where the store is, and what happens when it cannot be used.
@Suite(.limited) struct StoreTests {
  @Test func `The store is where the environment or the option says, readable only by its owner`()
    async throws
  {
    let tally = try TallyProgram()
    _ = try await tally.run()
    #expect(try tally.permissions(of: "data/tally") == 0o700)
    #expect(try tally.permissions(of: "data/tally/tally.db") == 0o600)

    let other = ["TALLY_STORE": tally.file("other.db")]
    _ = try await tally.run(environment: other)
    #expect(try tally.permissions(of: "other.db") == 0o600)
    _ = try await tally.run(["--store", tally.file("third.db")], environment: other)
    #expect(try tally.permissions(of: "third.db") == 0o600)
  }

  @Test(arguments: ["mysql://host/counts", "file:///tmp/counts.db", "sqlite://counts.db"])
  func `The address of another kind of store is refused`(_ address: String) async throws {
    let scheme = address.prefix { $0 != ":" }
    let tally = try TallyProgram()
    for words in [["list"], []] {
      try await tally.checkRefusal(
        words + ["--store", address],
        "Tally cannot use \(scheme):// as a store. Name a file, or postgresql://HOST/DATABASE",
        status: 64)
    }
  }

  @Test(arguments: [
    (
      "none/tally.db",
      "The store cannot be opened: its folder does not exist. "
        + "Choose another with --store"
    ),
    (
      "folder",
      "The store cannot be opened: it is a folder. "
        + "Choose another with --store"
    ),
    (
      "text",
      "This is not a Tally store. Choose another with --store"
    ),
    (
      "empty",
      "This is not a Tally store. Choose another with --store"
    ),
    ("newer", "This store was made by a newer Tally. Update Tally"),
  ])
  func `An unusable store is refused with the reason, and left unchanged`(
    _ name: String, sentence: String
  ) async throws {
    let tally = try await TallyProgram.ofAda()
    let path = tally.file(name)
    switch name {
    case "folder":
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "text": try tally.write("not a database, whatever it is", to: name)
    case "empty": try tally.write("", to: name)
    case "newer":
      try FileManager.default.copyItem(atPath: tally.file("data/tally/tally.db"), toPath: path)
      try makeNewer(path)
    default: break
    }
    let before = FileManager.default.contents(atPath: path)
    try await tally.checkRefusal(["--store", path], sentence, status: 74, input: "+\n")
    #expect(FileManager.default.contents(atPath: path) == before)
    #expect(!FileManager.default.fileExists(atPath: tally.file("none")))
  }

  /// The schema version is at byte 60 of the file (SQLite's file format, 1.3.15).
  private func makeNewer(_ path: String) throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try handle.seek(toOffset: 60)
    try handle.write(contentsOf: Data([0x7F, 0xFF, 0xFF, 0xFF]))
    try handle.close()
  }

  @Test func `--verbose adds the cause of an error`() async throws {
    let run = try await TallyProgram().run(["--store", "/dev/null", "--verbose"])
    #expect(run.status == 74)
    #expect(run.errors.contains("it is not a regular file"))
  }

  @Test func `--verbose names the store in effect`() async throws {
    let tally = try await TallyProgram.ofAda()
    let usual = "Store: \(tally.file("data/tally/tally.db"))\n"
    try await tally.check("--verbose up main", "1\n", errors: usual)
    try await tally.check("show --verbose", "1\n", errors: usual)
    try await tally.check("whoami --quiet --verbose", "ada\n")
    try await tally.check("--version --verbose", "tally 0.3.0\n", errors: usual)
    try await tally.check(
      "--version --verbose --store=/x.db", "tally 0.3.0\n",
      errors: "Store: /x.db\n")
    let session = try await tally.run(input: "undo --verbose\nmembers --verbose -q\n")
    #expect(session.errors == usual)
    let other = tally.file("none.db")
    try await tally.check(
      "list --verbose", errors: "Store: \(other)\ntally: There is no store at \(other)\n",
      status: 66, environment: ["TALLY_STORE": other])
  }
}
