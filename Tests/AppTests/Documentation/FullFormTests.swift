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

  /// The calls made by the commands on the pages.
  private func calls() async throws -> [Call] {
    let blocks = try Document.all().flatMap { $0.blocks(marked: "full") }
    let run = try await TallyProgram().bash(
      StandIn.telling("swift", "apt-get", "sudo") + blocks.map(\.text).joined())
    #expect(run.errors == "" && run.status == 0)
    return run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .split(separator: "").map { Call($0) }
  }

  @Test func `each filter matches tests`() async throws {
    let tests = try await TestList.all()
    let calls = try await calls().filter { $0.words.first == "swift" }
    #expect(!calls.isEmpty)
    for call in calls {
      let words = call.words.filter { $0 != "--no-parallel" }
      #expect(words.prefix(3) == ["swift", "test", "--filter"])
      try #require(call.settings.count == 1 && words.count == 4, "\(call)")
      for filter in words[3].split(separator: "|") {
        let pattern = try Regex(String(filter))
        #expect(tests.contains { $0.contains(pattern) }, "\(filter) finds no test")
      }
    }
  }

  @Test func `every suite named on a page exists`() async throws {
    let suites = try await TestList.all().map { $0.prefix { $0 != "/" }.replacing("`", with: "") }
    let rows = try Document("Data/Data.docc/Security.md").table("| what | suites |")
    #expect(!rows.isEmpty)
    for name in rows.flatMap({ $0[1].codeSpans }) {
      #expect(suites.contains { $0.hasSuffix(".\(name)") }, "\(name)")
    }
  }
}
