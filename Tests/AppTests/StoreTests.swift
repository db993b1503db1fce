import Foundation
import Testing

/// What the program does with a store that it cannot use, and where it keeps its own.
@Suite struct StoreTests {
  private let tally: TallyProgram

  init() throws {
    tally = try TallyProgram()
  }

  private static let signUp = "signup ada\nlong enough 1\nlong enough 1\n"

  private func file(_ name: String) -> String { "\(tally.home)/\(name)" }

  private func permissions(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `The store is where the environment or the option says, for its owner alone`()
    async throws
  {
    _ = try await tally.run(input: Self.signUp)
    #expect(try permissions(of: file("data/tally")) == 0o700)
    #expect(try permissions(of: file("data/tally/tally.db")) == 0o600)

    _ = try await tally.run(input: Self.signUp, environment: ["TALLY_STORE": file("other.db")])
    #expect(FileManager.default.fileExists(atPath: file("other.db")))
    _ = try await tally.run(
      ["--store", file("third.db")], input: Self.signUp,
      environment: ["TALLY_STORE": file("other.db")])
    #expect(try permissions(of: file("third.db")) == 0o600)
  }

  @Test(arguments: [
    (
      "none/tally.db",
      "The store cannot be opened: its folder does not exist. "
        + "Name another with --store, or copy a backup there"
    ),
    (
      "folder",
      "The store cannot be opened: it is a folder. "
        + "Name another with --store, or copy a backup there"
    ),
    (
      "text", "The store is not one of Tally's. Name another with --store, or copy a backup over it"
    ),
    (
      "empty",
      "The store is not one of Tally's. Name another with --store, or copy a backup over it"
    ),
    ("newer", "This store was made by a newer Tally"),
  ])
  func `A store that cannot be used is named as what it is, and left as it is`(
    _ name: String, sentence: String
  ) async throws {
    try FileManager.default.createDirectory(
      atPath: file("folder"), withIntermediateDirectories: true)
    try Data("not a database, whatever it is".utf8).write(to: URL(fileURLWithPath: file("text")))
    try Data().write(to: URL(fileURLWithPath: file("empty")))
    _ = try await tally.run(["--store", file("newer")], input: Self.signUp)
    try makeNewer(file("newer"))
    let before = try? Data(contentsOf: URL(fileURLWithPath: file(name)))

    let run = try await tally.run(["--store", file(name)], input: "+\n")
    #expect(run.errors == "tally: \(sentence)\n")
    #expect(run.status == 74)
    #expect(run.output == "")
    #expect((try? Data(contentsOf: URL(fileURLWithPath: file(name)))) == before)
    #expect(!FileManager.default.fileExists(atPath: file("none")))
  }

  /// The schema's version stands at byte 60 of the file (SQLite's file format, 1.3.15).
  private func makeNewer(_ path: String) throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try handle.seek(toOffset: 60)
    try handle.write(contentsOf: Data([0x7F, 0xFF, 0xFF, 0xFF]))
    try handle.close()
  }

  @Test func `More is said of a fault where more is asked for`() async throws {
    let run = try await tally.run(["--store", "/dev/null", "--verbose"])
    #expect(run.status == 74)
    #expect(run.errors.contains("it is no regular file"))
  }

  @Test(arguments: [["--frob"], ["up"], ["--store"], ["--store", ""]])
  func `A wrong call is told with the usage`(_ arguments: [String]) async throws {
    let run = try await tally.run(arguments)
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("tally: "))
    #expect(run.errors.contains("\nUsage: tally "))
    #expect(run.output == "")
  }

  @Test(arguments: [("--version", "0.1.0"), ("--help", "OVERVIEW: Count things")])
  func `Help and version are results`(_ option: String, beginning: String) async throws {
    let run = try await tally.run([option])
    #expect(run.output.hasPrefix(beginning))
    #expect(run.errors == "")
    #expect(run.status == 0)
  }
}
