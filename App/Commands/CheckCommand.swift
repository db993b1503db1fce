import ArgumentParser
import Domain
import Presentation

struct CheckCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check the store for damage.",
    discussion: CommandHelp.text(
      """
      Prints a line for each problem.
      """,
      examples: [
        "tally check",
        "tally check --store tally-backup.db",
      ],
      login: nil,
      others: [66: "there is no such store", 74: "there are problems, or the store cannot be read"])
  )

  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    let faults = try await context.maintenance.faults()
    try context.print(sentences: faults.isEmpty ? [StoreFault.none] : faults.map(\.sentence))
    if !faults.isEmpty { throw .storeDamaged(cause: "\(faults.count) faults") }
  }
}
