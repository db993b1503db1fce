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
