import ArgumentParser
import Domain

struct WhoamiCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "whoami", abstract: "Print the username of the saved login.",
    discussion: CommandHelp.text(
      examples: [
        "tally whoami",
        "user=$(tally whoami)",
      ]))

  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    try context.print([try await context.session().user.username.text])
  }
}
