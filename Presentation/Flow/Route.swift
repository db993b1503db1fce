import Domain

/// A place in the program, as a value: what a URL, a bookmark or a test names.
///
/// It says nothing of who is logged in. Entering one changes nothing in the store.
public enum Route: Hashable, Sendable {
  /// Where the program begins: Welcome, or the counter that was open last of somebody who is logged in.
  case start
  /// The form for logging in.
  case login
  /// The form for making an account.
  case signUp
  /// The account's counters.
  case home
  /// One counter.
  case counter(CounterRef)
  /// So many of a counter's newest changes, 0 or more, and its chart where `by` says what a bar is of.
  case history(CounterRef, newest: Int, by: Span?)
  /// Another place of the account.
  case destination(Destination)

  /// The account.
  public static let account = Route.destination(.account)
}

/// Which counter a route means: its name, as somebody may type it.
public struct CounterRef: Hashable, Sendable {
  /// The name, in whatever case.
  public let name: String

  /// The counter of that name.
  public init(_ name: String) {
    self.name = name
  }

  /// A counter by the name that it has now.
  public init(_ counter: Counter) {
    name = counter.typedName
  }
}
