import ArgumentParser
import Domain
import Presentation

struct PasswordCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "password", abstract: "Change the password, and log out everywhere else.",
    discussion: CommandHelp.text(
      """
      With --password-stdin, the first line is the current password and the second the new one.
      """,
      examples: [
        "tally password",
        "printf '%s\\n' \"$OLD\" \"$NEW\" | tally password --password-stdin",
      ],
      refused: "the new password is refused",
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
    let present = try await prompt.ask(.password)
    let new = try await prompt.ask(.newPassword)
    let repetition = prompt.isPerson ? try await prompt.ask(.repetition) : new
    try await context.useCases.changePassword(
      from: present, to: new, repetition: repetition, in: session)
    try context.answer(AccountWords.passwordChanged)
  }
}
