import Foundation
import Testing

/// The commands that run the full form of long tests, which take too long to run here.
///
/// They run with stand-ins that print how they were called.
@Suite(.limited) struct FullFormTests {
  /// The settings and words of one call.
  private struct Call {
    let settings: [String]
    let words: [String]

    /// Parses a call as a stand-in prints it.
    init(_ lines: some Sequence<String>) {
      settings = lines.filter { $0.hasPrefix("TALLY_") }
      words = lines.filter { !$0.hasPrefix("TALLY_") }
    }
  }

  /// The scripts that they run.
  private static let scripts = [
    "Tests/Benchmarks/measure", "Tests/Browser/run", "Tests/Faults/Cluster/run",
  ]

  /// The calls made by the commands on the pages.
  private func calls() async throws -> [Call] {
    let blocks = try Document.all().flatMap(\.blocks).filter(\.isFullForm)
    let programs = ["swift", "apt-get", "sudo"] + Self.scripts
    let run = try await TallyProgram().bash(
      StandIn.telling(programs) + blocks.map(\.text).joined())
    #expect(run.errors == "" && run.status == 0)
    return run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .split(separator: "").map { Call($0) }
  }

  @Test func `each filter matches tests`() async throws {
    let (ofRoot, ofServer) = (try await TestList.all(), try TestList.ofServer())
    let calls = try await calls().filter { $0.words.starts(with: ["swift", "test"]) }
    #expect(!calls.isEmpty)
    for call in calls {
      let tests = call.words.contains("--package-path") ? ofServer : ofRoot
      let words = call.words.filter {
        !["--no-parallel", "--package-path", "App/Server"].contains($0)
      }
      #expect(words.prefix(3) == ["swift", "test", "--filter"])
      try #require(call.settings.count == 1 && words.count == 4, "\(call)")
      for filter in words[3].split(separator: "|") {
        let pattern = try Regex(String(filter))
        #expect(tests.contains { $0.contains(pattern) }, "\(filter) finds no test")
      }
    }
  }

  @Test func `each script is run, and exists`() async throws {
    let words = try await calls().flatMap(\.words)
    for script in Self.scripts {
      #expect(words.contains(script))
      let path = Document.repository.appending(path: script).path
      #expect(FileManager.default.isExecutableFile(atPath: path), "\(script)")
    }
  }

  @Test func `each is a part of the script that runs them`() async throws {
    let parts = try Document.all().flatMap(\.blocks).filter(\.isFullForm)
      .compactMap { $0.mark?.dropFirst("full-".count) }
    let usage = try await TallyProgram.run(
      Document.repository.appending(path: ".ci/full").path, ["--what"], input: [],
      environment: ["PATH": "/usr/bin:/bin"])
    let named = usage.output.split(separator: "\n").last?.split(separator: " ").dropFirst()
    #expect(usage.status == 64 && named.map(Array.init) == parts.sorted())
    let nightly = try Document(".github/workflows/nightly.yml").text
    let lines = nightly.split(separator: "\n").map { $0.drop { $0 == " " } }
    let matrix = lines.drop { $0 != "part:" }.dropFirst().prefix { $0.hasPrefix("- ") }
    #expect(matrix.map { $0.dropFirst(2) } == parts.sorted())
  }

  @Test func `every suite named on a page exists`() async throws {
    let suites = try await (TestList.all() + TestList.ofServer()).map {
      $0.prefix { $0 != "/" }.replacing("`", with: "")
    }
    let rows = try Document("Data/Data.docc/Security.md").table("| what | suites |")
    #expect(!rows.isEmpty)
    for name in rows.flatMap({ $0[1].codeSpans }) {
      #expect(suites.contains { $0.hasSuffix(".\(name)") }, "\(name)")
    }
  }
}
