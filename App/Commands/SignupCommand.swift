import ArgumentParser
import Domain
import Presentation

struct SignupCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "signup", abstract: "Make an account and stay logged in.",
    discussion: CommandHelp.text(
      examples: [
        "tally signup",
        "tally signup ada --password-stdin < password.txt",
      ],
      refused: "the username is taken, or the name or the password is refused",
      login: nil,
      others: [65: "the input ended too early"]))

  static let makesStore = true

  @Argument(help: "The username; asked for at a terminal.")
  var username: PlainText?
  @OptionGroup var password: PasswordOptions
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    try await context.refuseIfLoggedIn()
    let prompt = try context.prompt(fromInput: password.fromInput)
    let name = try await prompt.ask(.username, given: username?.text)
    if prompt.isPerson { context.remark(AccountWords.passwordRule) }
    let secret = try await prompt.ask(.password)
    let repetition = prompt.isPerson ? try await prompt.ask(.repetition) : secret
    let new = try await context.useCases.signUp(
      username: name, password: secret, repetition: repetition, at: context.login.place)
    try await context.stayLoggedIn(new)
  }
}
