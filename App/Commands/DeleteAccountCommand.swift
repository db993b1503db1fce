import ArgumentParser
import Domain
import Presentation

struct DeleteAccountCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "delete-account",
    abstract: "Delete the account with all its counters and their histories.",
    discussion: CommandHelp.text(
      examples: [
        "tally delete-account",
        "tally delete-account --password-stdin < password.txt",
      ],
      login: "not logged in, or wrong password",
      others: [
        65: "the input ended too early", 75: "too many attempts, or the store is busy: try again",
      ]))

  @OptionGroup var password: PasswordOptions
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    let session = try await context.session()
    let prompt = try context.prompt(fromInput: password.fromInput)
    try await context.useCases.deleteAccount(
      password: try await prompt.ask(.password), in: session)
    try await context.login.forget()
    try context.answer(AccountWords.accountDeleted)
  }
}
