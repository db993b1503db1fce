import Commands
import Domain
import Presentation

/// The context of a line, which determines the available commands.
enum LineContext: Equatable, Sendable {
  /// Logged out.
  case signedOut
  /// Logged in.
  case signedIn(Username)

  /// The context of a scene's state.
  init(_ state: some SceneState) {
    self = (state as? any SignedInState).map { .signedIn($0.username) } ?? .signedOut
  }
}

extension SceneCommand {
  /// Checks that the command is possible in this context.
  ///
  /// - Throws: `Refusal.notLoggedIn`, `.alreadyLoggedIn`.
  func check(in context: LineContext) throws(Refusal) {
    switch (self, context) {
    case (.help, _), (.clear, _), (.quit, _), (.logIn, .signedOut), (.signUp, .signedOut):
      return
    case (_, .signedOut):
      throw .notLoggedIn
    case (.logIn(let name?), .signedIn(let username)) where Username.key(of: name) == username.key:
      return
    case (.logIn, .signedIn(let username)), (.signUp, .signedIn(let username)):
      throw .alreadyLoggedIn(username)
    case (_, .signedIn):
      return
    }
  }
}
