import ArgumentParser
import Domain
import Presentation

struct LogoutCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "logout", abstract: "End the saved login.",
    discussion: CommandHelp.text(
      examples: [
        "tally logout",
        "tally logout --everywhere",
      ]))

  @Flag(help: "End every other login of the account too.")
  var everywhere = false
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    try await context.useCases.logOut(try await context.session(), everywhere: everywhere)
    try await context.login.forget()
    try context.answer(AccountWords.loggedOut)
  }
}
