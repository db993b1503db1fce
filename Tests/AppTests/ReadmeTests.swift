import Foundation
import Testing

/// The README's commands, run as they stand there.
@Suite struct ReadmeTests {
  private static let readme = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../README.md")

  /// The commands of the blocks that are marked for this test, each with what follows it.
  private func commands() throws -> [(command: String, output: String)] {
    let text = try String(contentsOf: Self.readme, encoding: .utf8)
    let blocks = text.components(separatedBy: "<!-- commands -->\n```console\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
    return blocks.flatMap { block in
      ("\n" + block).components(separatedBy: "\n$ ").dropFirst().map { entry in
        let lines = entry.split(separator: "\n")
        return (String(lines[0]), lines.dropFirst().map { $0 + "\n" }.joined())
      }
    }
  }

  @Test func `Every command in a script prints what stands there`() async throws {
    let tally = try TallyProgram()
    let folder = URL(fileURLWithPath: TallyProgram.path).deletingLastPathComponent().path
    let commands = try commands()
    #expect(commands.count > 20)
    for (command, output) in commands {
      let run = try await TallyProgram.run(
        "/bin/bash", ["-c", "cd ~ && PATH=\(folder):$PATH && { \(command); } 2>&1 < /dev/null"],
        input: [], environment: tally.environment)
      #expect(run.output == output, "\(command)")
    }
  }
}
