import ArgumentParser
import Domain
import Presentation

struct LoginCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "login", abstract: "Log in and stay logged in.",
    discussion: CommandHelp.text(
      examples: [
        "tally login",
        "tally login ada --password-stdin < password.txt",
      ],
      refused: "somebody is logged in already",
      login: "unknown username or wrong password",
      others: [
        65: "the input ended too early", 75: "too many attempts, or the store is busy: try again",
      ]))

  @Argument(help: "The username; asked for at a terminal.")
  var username: PlainText?
  @OptionGroup var password: PasswordOptions
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    try await context.refuseIfLoggedIn()
    let prompt = try context.prompt(fromInput: password.fromInput)
    let name = try await prompt.ask(.username, given: username?.text)
    let new = try await context.useCases.logIn(
      username: name, password: try await prompt.ask(.password), at: context.login.place)
    try await context.stayLoggedIn(new)
  }
}
