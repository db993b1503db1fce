import ArgumentParser
import Domain
import Presentation

/// The program as a whole: without a command, the line-oriented session.
struct TallyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tally",
    abstract: "Count things, and keep the counts.",
    discussion: """
      Reads commands line by line: from a person at a terminal, or from a pipe, where the first line \
      that fails ends it. The command help lists the others.
      """,
    version: "0.1.0")

  @OptionGroup var options: SharedOptions

  @MainActor
  func run() async throws {
    if let refusal = await LineToolkit.run(options) { throw ExitCode(refusal.exitStatus) }
  }
}
