import ArgumentParser
import Domain
import Presentation

/// How long a login lasts.
private let loginRemark = """
  A login in a shell lasts until you log out, or until it is not used for 30 days. A login in a session ends with it.
  """

struct SignupCommand: Command {
  static let configuration = CommandConfiguration(
    form: "signup [<username>]", abstract: "Make an account.",
    remarks: loginRemark,
    examples: [
      "tally signup",
      "tally signup ada --password-stdin < password.txt",
    ],
    refused: "the username is taken, or the name or the password is refused",
    login: nil,
    others: [65: "the input ended too early"])

  static let makesStore = true

  @Argument(help: "The username; asked for at a terminal.")
  var username: PlainText?
  @OptionGroup var password: PasswordOptions
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    if let user = try await context.loggedIn() { throw .alreadyLoggedIn(user.username) }
    try await context.login.checkPlace()
    let device = try await context.login.device()
    let prompt = try context.prompt(fromInput: password.fromInput)
    let name = try await prompt.ask(.username, given: username?.text)
    if prompt.isPerson { context.remark(AccountWords.passwordRule) }
    let secret = try await prompt.ask(.password)
    let repetition = prompt.isPerson ? try await prompt.ask(.repetition) : secret
    let new = try await context.useCases.signUp(
      username: name, password: secret, repetition: repetition, on: device)
    try await context.stayLoggedIn(new)
  }

  func onScenes() throws(Refusal) -> SceneCommand? {
    try password.requireShell()
    return .signUp(username: username?.text)
  }
}

struct LoginCommand: Command {
  static let configuration = CommandConfiguration(
    form: "login [<username>]", abstract: "Log in.",
    remarks: loginRemark,
    examples: [
      "tally login",
      "tally login ada --password-stdin < password.txt",
    ],
    refused: "somebody else is logged in",
    login: "unknown username or wrong password",
    others: [
      65: "the input ended too early", 75: "too many attempts, or the store is busy: try again",
    ])

  @Argument(help: "The username; asked for at a terminal.")
  var username: PlainText?
  @OptionGroup var password: PasswordOptions
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    if let user = try await context.loggedIn() {
      guard let username, Username.key(of: username.text) == user.username.key else {
        throw .alreadyLoggedIn(user.username)
      }
      if !context.isQuiet { try context.print(sentences: [AccountWords.loggedIn(as: user)]) }
      return
    }
    try await context.login.checkPlace()
    let device = try await context.login.device()
    let prompt = try context.prompt(fromInput: password.fromInput)
    let name = try await prompt.ask(.username, given: username?.text)
    let new = try await context.useCases.logIn(
      username: name, password: try await prompt.ask(.password), on: device)
    try await context.stayLoggedIn(new)
  }

  func onScenes() throws(Refusal) -> SceneCommand? {
    try password.requireShell()
    return .logIn(username: username?.text)
  }
}

struct LogoutCommand: Command {
  static let configuration = CommandConfiguration(
    form: "logout", abstract: "Log out.",
    examples: [
      "tally logout",
      "tally logout --everywhere",
    ])

  @Flag(help: "End every other login of the account too.")
  var everywhere = false
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    try await context.useCases.logOut(try await context.session(), everywhere: everywhere)
    try await context.forgetLogin(saying: AccountWords.loggedOut)
  }

  func onScenes() -> SceneCommand? { .logOut(everywhere: everywhere) }
}

struct WhoamiCommand: Command {
  static let configuration = CommandConfiguration(
    form: "whoami", abstract: "Print who is logged in.",
    examples: [
      "tally whoami",
      "user=$(tally whoami)",
    ])

  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    let session = try await context.session()
    // The session of a line may have ended elsewhere.
    if context.place != nil { _ = try await context.useCases.counters.openCounter(in: session) }
    try await context.print([session.user.username.text])
  }
}

struct AccountCommand: Command {
  static let configuration = CommandConfiguration(
    form: "account",
    abstract: "Print when your account was made, and where it is logged in.",
    examples: [
      "tally account",
      "tally account --verbose",
    ])

  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    let state = try await AccountScene.load(
      in: SceneContext(session: try await context.session(), useCases: context.useCases))
    try await context.print(state.details(in: context.calendar, on: context.metrics()))
  }

  func onScenes() -> SceneCommand? { .go(to: .account, doing: nil) }
}

struct DayCommand: Command {
  static let configuration = CommandConfiguration(
    form: "day [<time>]", abstract: "Say when your days begin, or print it.",
    remarks: """
      Whoever counts past midnight lets the day begin in the morning. Sums of today, charts, statistics, and dates \
      without a time follow it, for you alone and everywhere.
      """,
    examples: [
      "tally day",
      "tally day 06:00",
      "tally day 00:00",
    ])

  @Argument(help: "The time, as in 06:00.")
  var time: PlainText?
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    let counters = context.useCases.counters
    guard let time else {
      let start = try await counters.dayStart(in: context.session())
      try await context.print([AccountWords.dayBegins(at: start)])
      return
    }
    let start = try DayStart(typed: time.text)
    try await counters.setDayStart(start, in: context.session())
    try context.answer(AccountWords.dayBegins(at: start))
  }

  func onScenes() -> SceneCommand? { time.map { .day($0.text) } }
}

struct PasswordCommand: Command {
  static let configuration = CommandConfiguration(
    form: "password", abstract: "Change the password, and log out everywhere else.",
    remarks: """
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
    ])

  @OptionGroup var password: PasswordOptions
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    let session = try await context.session()
    let device = try await context.login.device()
    let prompt = try context.prompt(fromInput: password.fromInput)
    let present = try await prompt.ask(.password)
    let new = try await prompt.ask(.newPassword)
    let repetition = prompt.isPerson ? try await prompt.ask(.repetition) : new
    try await context.useCases.changePassword(
      from: present, to: new, repetition: repetition, in: session,
      on: device.token)
    try context.answer(AccountWords.passwordChanged)
  }

  func onScenes() throws(Refusal) -> SceneCommand? {
    try password.requireShell()
    return .password
  }
}

struct ResetPasswordCommand: Command {
  static let configuration = CommandConfiguration(
    form: "reset-password <username>",
    abstract: "Replace somebody's forgotten password, as the owner of the store.",
    remarks: """
      It logs the account out everywhere. The next login says that the password was reset. On PostgreSQL, the owner of \
      the tables can do it.
      """,
    examples: [
      "tally reset-password bea",
      "tally reset-password bea --password-stdin < password.txt",
    ],
    refused: "there is no such account, or the new password is refused",
    login: "the tables of the store belong to somebody else",
    others: [65: "the input ended too early"])

  @Argument(help: "The account's username.")
  var username: PlainText
  @OptionGroup var password: PasswordOptions
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    if context.place != nil { try password.requireShell() }
    // Refused before somebody chooses a password.
    let user = try await context.useCases.accountToReset(named: username.text)
    let prompt = try context.prompt(fromInput: password.fromInput)
    if prompt.isPerson {
      context.remark(AccountWords.resettingPassword(of: user))
      context.remark(AccountWords.passwordRule)
    }
    let new = try await prompt.ask(.newPassword)
    let repetition = prompt.isPerson ? try await prompt.ask(.repetition) : new
    try await context.useCases.resetPassword(of: user, to: new, repetition: repetition)
    try context.answer(AccountWords.passwordReset(of: user))
  }
}

struct DeleteAccountCommand: Command {
  static let configuration = CommandConfiguration(
    form: "delete-account",
    abstract: "Delete the account with all its counters and their histories.",
    examples: [
      "tally delete-account",
      "tally delete-account --password-stdin < password.txt",
    ],
    login: "not logged in, or wrong password",
    others: [
      65: "the input ended too early", 75: "too many attempts, or the store is busy: try again",
    ])

  @OptionGroup var password: PasswordOptions
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    let session = try await context.session()
    let device = try await context.login.device()
    let prompt = try context.prompt(fromInput: password.fromInput)
    let members = try await context.useCases.members.membersOfOwnCounters(in: session)
    // A person is always told before they are asked.
    if let losing = AccountWords.losing(members), prompt.isPerson || !context.isQuiet {
      context.output.writeError(losing)
    }
    try await context.useCases.deleteAccount(
      password: try await prompt.ask(.password), in: session,
      on: device.token)
    try await context.forgetLogin(saying: AccountWords.accountDeleted)
  }

  func onScenes() throws(Refusal) -> SceneCommand? {
    try password.requireShell()
    return .deleteAccount
  }
}
