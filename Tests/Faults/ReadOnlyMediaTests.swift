import Foundation
import Programs
import Testing

extension FaultTests {
  /// A store on a read-only file system.
  @Suite struct ReadOnlyMediaTests {
    private static let row = "store on read-only media"
    private static let reading = [
      "show main", "list", "history main", "chart main", "stats main", "whoami", "export", "check",
      "backup copy.db --quiet", "check --store copy.db",
    ]
    private static let writing = [
      "up main", "set main 7", "undo main", "new tea", "rename main tea", "delete main --yes",
      "import counts.json", "logout", "password --password-stdin",
      "delete-account --password-stdin",
    ]

    @Test(.needs(.unshare, for: row)) func `Everything can be read, and nothing is written`()
      async throws
    {
      let outcome = try await use(.readOnly)
      let read = outcome.readings.filter(\.isDone)
      let refused = outcome.writings.filter(\.isRefused)
      Figures.note(
        Self.row,
        asked: "\(outcome.readings.count) commands read, \(outcome.writings.count) say why not",
        reached: "\(read.count) read, \(refused.count) say why not")
      #expect(read.count == outcome.readings.count, "\(outcome.readings)")
      #expect(refused.count == outcome.writings.count, "\(outcome.writings)")
      #expect(outcome.isStoreKept)
      #expect(try await outcome.tally.run(["up", "main"]).output == "1\n")
    }

    @Test(.needs(.unshare, for: row)) func `The same commands write on normal media`()
      async throws
    {
      let outcome = try await use(.writable)
      #expect(outcome.writings.filter(\.isRefused).isEmpty)
      #expect(!outcome.isStoreKept)
    }

    private enum Media: String {
      case readOnly = "ro"
      case writable = "rw"
    }

    private struct Outcome {
      let tally: TallyProgram
      let readings: [Tried]
      let writings: [Tried]
      let isStoreKept: Bool
    }

    /// Runs all commands on a store on such media.
    private func use(_ media: Media) async throws -> Outcome {
      let tally = try await TallyProgram.ofAda()
      for command in [
        ["up", "main", "5"], ["export", "\(tally.home)/counts.json"], ["undo", "main"],
      ] {
        try #require(try await tally.run(command).status == 0)
      }
      let before = try content(of: tally)
      let run = try await tally.shell(
        """
        cd ~; mount --bind $folder $folder; mount -o remount,\(media.rawValue),bind $folder
        printf '\(TallyProgram.password)\\nanother one 2\\n' > input
        \((Self.reading + Self.writing).map { "try \($0)" }.joined(separator: "\n"))
        tally whoami > /dev/null && printf '+\\n' > input; try
        printf 'login bea\\n\(TallyProgram.password)\\n' > input; XDG_STATE_HOME=$HOME/other try
        """)
      let tried = Tried.all(in: run)
      try #require(tried.count == Self.reading.count + Self.writing.count + 2)
      return Outcome(
        tally: tally, readings: Array(tried.prefix(Self.reading.count)),
        writings: Array(tried.dropFirst(Self.reading.count)),
        isStoreKept: try content(of: tally) == before)
    }

    private func content(of tally: TallyProgram) throws -> Data {
      try Data(contentsOf: URL(fileURLWithPath: tally.store))
    }
  }
}

extension Tried {
  fileprivate var isDone: Bool { status == 0 && errors == "" }
  fileprivate var isRefused: Bool {
    status == 74
      && errors.hasSuffix(
        ": The store is read-only. Choose another with --store, or make it writable")
  }
}
