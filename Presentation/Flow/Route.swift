import Domain

/// A place in the program as a value, for a URL, a bookmark or a test.
///
/// It does not depend on who is logged in. Entering it changes nothing in the store.
public enum Route: Hashable, Sendable {
  /// The start of the program: Welcome, or the last open counter when logged in.
  case start
  /// The login form.
  case login
  /// The sign-up form.
  case signUp
  /// The account's counters.
  case home
  /// One counter, as typed: `coffee` or `ada/coffee`.
  case counter(String)
  /// The newest changes of a counter (0 or more), and its chart if `by` is given.
  case history(String, newest: Int, by: Span?)
  /// The members of a counter.
  case members(String)
  /// Another destination.
  case destination(Destination)

  /// The account.
  public static let account = Route.destination(.account)

  /// The route when its counter has another name; `nil` if it has no counter.
  package func renamed(to name: String) -> Route? {
    switch self {
    case .counter: .counter(name)
    case .history(_, let newest, let span): .history(name, newest: newest, by: span)
    case .members: .members(name)
    case .start, .login, .signUp, .home, .destination: nil
    }
  }
}
