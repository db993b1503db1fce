import Domain
import Presentation

/// Where a line is typed, which decides whether its command can be carried out.
enum LineContext: Equatable, Sendable {
  /// Nobody is logged in.
  case signedOut
  /// Somebody is logged in.
  case signedIn(Username)

  /// The context of what is shown.
  init(_ state: some SceneState) {
    self = (state as? any SignedInState).map { .signedIn($0.username) } ?? .signedOut
  }
}
