import Domain
import Presentation

extension LoginScene: SampledScene {
  package static let name = "login"

  package static func samples() -> KeyValuePairs<String, State> {
    var filledIn = State.initial
    filledIn.username.text = "ada"
    filledIn.password.length = 13
    var longest = filledIn
    longest.username.text = String(repeating: "a", count: Username.maximumLength)
    longest.password.length = PasswordPolicy.maximumBytes
    return [
      "empty": State.initial,
      "filled-in": filledIn,
      "longest": longest,
      "something-missing": State.initial.refused(.credentialsMissing),
      "refused": State.initial.refused(.credentialsWrong),
      "throttled": State.initial.refused(.throttled(seconds: 4)),
    ]
  }
}
