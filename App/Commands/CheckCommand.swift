import ArgumentParser
import Domain
import Presentation

struct CheckCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Look whether the whole store is as it must be.",
    discussion: """
      Prints a line for each fault, and then ends with status 74.

      Example:
        tally check
      """)

  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    let faults = try await context.maintenance.faults()
    try context.print(sentences: faults.isEmpty ? [StoreFault.none] : faults.map(\.sentence))
    if !faults.isEmpty { throw .storeDamaged(cause: "\(faults.count) faults") }
  }
}
