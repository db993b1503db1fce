import Foundation
import Programs
import Testing

extension FaultTests {
  /// A store on a file system that nobody can write to.
  @Suite struct ReadOnlyMediaTests {
    private static let row = "store on read-only media"
    private static let reading = [
      "show main", "list", "history main", "chart main", "whoami", "export", "check",
      "backup copy.db", "check --store copy.db",
    ]
    private static let writing = [
      "up main", "set main 7", "undo main", "new tea", "rename main tea", "delete main --yes",
      "import counts.json", "logout", "password --password-stdin",
      "delete-account --password-stdin",
    ]

    @Test(.needs(.unshare, for: row)) func `Everything can be read, and nothing is written`()
      async throws
    {
      let tally = try await TallyProgram.ofAda()
      for command in [
        ["up", "main", "5"], ["export", "\(tally.home)/counts.json"], ["undo", "main"],
      ] {
        try #require(try await tally.run(command).status == 0)
      }
      let before = try content(of: tally)
      let run = try await tally.shell(
        """
        cd ~; mount --bind $folder $folder; mount -o remount,ro,bind $folder
        printf '\(TallyProgram.password)\\nanother one 2\\n' > input
        \((Self.reading + Self.writing).map { "try \($0)" }.joined(separator: "\n"))
        tally whoami > /dev/null && printf '+\\n' > input; try
        printf 'login bea\\n\(TallyProgram.password)\\n' > input; XDG_STATE_HOME=$HOME/other try
        """)
      let tried = Tried.all(in: run)
      #expect(tried.count == Self.reading.count + Self.writing.count + 2)
      let readings = tried.prefix(Self.reading.count)
      let writings = tried.dropFirst(Self.reading.count)
      let refused = writings.filter {
        $0.status == 74 && $0.errors.hasSuffix(": The store is read-only")
      }
      let read = readings.filter { $0.status == 0 && $0.errors == "" }
      Figures.note(
        Self.row, asked: "\(Self.reading.count) commands read, \(writings.count) say why not",
        reached: "\(read.count) read, \(refused.count) say why not")
      #expect(read.count == readings.count, "\(readings)")
      #expect(refused.count == writings.count, "\(writings)")
      #expect(try content(of: tally) == before)
      #expect(try await tally.run(["up", "main"]).output == "1\n")
    }

    @Test(.needs(.unshare, for: row)) func `The same commands do write where they may`()
      async throws
    {
      let tally = try await TallyProgram.ofAda()
      let before = try content(of: tally)
      let run = try await tally.shell("mount --bind $folder $folder; try up main")
      #expect(Tried.all(in: run).map(\.status) == [0])
      #expect(try content(of: tally) != before)
    }

    private func content(of tally: TallyProgram) throws -> Data {
      try Data(contentsOf: URL(fileURLWithPath: tally.store))
    }
  }
}
