import Domain

extension WelcomeScene: SampledScene {
  package static let name = "welcome"

  package static func samples() -> KeyValuePairs<String, State> {
    [
      "at-first": State(),
      "logged-out": State(notice: AccountWords.loggedOut),
      "session-ended": State().refused(.notLoggedIn),
      "store-damaged": State().refused(.store(.damaged(cause: "database disk image is malformed"))),
    ]
  }
}
