import Domain

/// Texts about accounts.
public enum AccountWords {
  /// The label of logging in.
  public static let logIn = "Log in"
  /// The label of signing up.
  public static let signUp = "Sign up"
  /// The rules for passwords, shown before one is typed.
  public static let passwordRule =
    "A password has at least \(PasswordPolicy.minimumLength) characters and is not a common one"
  /// The heading of changing the password.
  public static let changePassword = "Change your password"
  /// The heading of deleting the account.
  public static let deleteAccount = "Delete your account and all its counters"
  /// The heading of deleting an account, with its name.
  public static func deleteAccount(of user: Username) -> String {
    "Delete \(user.text)'s account and all its counters"
  }
  /// The question before this session ends.
  public static func logOutQuestion(_ user: Username) -> String {
    "Log out of \(user.text)'s account?"
  }
  /// The question before all sessions end.
  public static let logOutEverywhereQuestion = "Log out here and everywhere else?"
  /// The same question, where the account is not shown beside.
  public static func logOutEverywhereQuestion(_ user: Username) -> String {
    "Log out of \(user.text)'s account here and everywhere else?"
  }
  /// When the account was created.
  public static func since(_ time: CivilTime) -> String { "Since \(time.dayText)" }
  /// When the account's days begin.
  public static func dayBegins(at start: DayStart) -> String {
    "Your day begins at \(start == .midnight ? "midnight" : start.text)"
  }
  /// When another session was last used.
  public static func lastUsed(_ time: CivilTime) -> String { "last used \(time.dayText)" }
  /// There is no other session.
  public static let nowhereElse = "Logged in nowhere else"
  /// The heading of the other sessions.
  public static let elsewhere = "Also logged in:"
  /// Somebody logged in or signed up. A login tells when the password was reset meanwhile.
  public static func loggedIn(as user: User, passwordReset: CivilTime? = nil) -> String {
    let reset = passwordReset.map {
      ". Your password was reset on \($0.dayText) by the owner of the store"
    }
    return "Logged in as \(user.username.text)\(reset ?? "")"
  }
  /// Somebody logged out.
  public static let loggedOut = "Logged out"
  /// The password was changed.
  public static let passwordChanged = "Password changed"
  /// What somebody can do who has forgotten their password, where they cannot do it themselves.
  public static let forgottenPassword =
    "Forgotten your password? Ask whoever runs this server to reset it"
  /// What resetting a password means, before the new one is asked for.
  public static func resettingPassword(of user: User) -> String {
    "This replaces \(user.username.text)'s password and logs \(user.username.text) out everywhere"
  }
  /// The password of an account was reset.
  public static func passwordReset(of user: User) -> String {
    "Reset \(user.username.text)'s password"
  }
  /// Who would lose the account's counters, with at most five names; `nil` if nobody would.
  public static func losing(_ members: [Username]) -> String? {
    let named = members.prefix(mostNamed).map(\.text)
    let others = members.count - named.count
    let all = named + (others > 0 ? ["\(others) more"] : [])
    guard let last = all.last else { return nil }
    let list = all.count == 1 ? last : "\(all.dropLast().joined(separator: ", ")) and \(last)"
    return "\(list) \(members.count == 1 ? "loses" : "lose") the counters that you share"
  }
  /// The largest number of names in a sentence.
  private static let mostNamed = 5
  /// The account was deleted.
  public static let accountDeleted = "Account deleted"
}
