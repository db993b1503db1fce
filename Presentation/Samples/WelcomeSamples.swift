import Domain
import Presentation

extension WelcomeScene: SampledScene {
  package static let name = "welcome"

  package static func samples() -> KeyValuePairs<String, State> {
    var loggedOut = State.initial
    loggedOut.notice = AccountWords.loggedOut
    return [
      "at-first": .initial,
      "logged-out": loggedOut,
      "session-ended": State.initial.refused(.notLoggedIn),
      "store-damaged": State.initial.refused(
        .store(.damaged(cause: "database disk image is malformed"))),
    ]
  }
}
