import Domain
import Presentation

extension SignUpScene: SampledScene {
  package static let name = "sign-up"

  package static func samples() -> KeyValuePairs<String, State> {
    var named = State.initial
    named.username.text = "ada"
    var filledIn = named
    filledIn.password.length = 13
    filledIn.repetition.length = 13
    return [
      "empty": State.initial,
      "filled-in": filledIn,
      "name-taken": named.refused(.usernameTaken),
      "password-too-short": named.refused(.password(.tooShort)),
      "passwords-differ": named.refused(.passwordsDiffer),
    ]
  }
}
