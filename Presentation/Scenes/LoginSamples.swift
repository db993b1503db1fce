import Domain

extension LoginScene: SampledScene {
  package static let name = "login"

  package static func samples() -> KeyValuePairs<String, State> {
    var filledIn = State()
    filledIn.username.text = "ada"
    filledIn.password.length = 13
    var longest = filledIn
    longest.username.text = String(repeating: "a", count: Username.maximumLength)
    longest.password.length = PasswordPolicy.maximumBytes
    return [
      "empty": State(),
      "filled-in": filledIn,
      "longest": longest,
      "something-missing": State().refused(.credentialsMissing),
      "refused": State().refused(.credentialsWrong),
      "throttled": State().refused(.throttled(seconds: 4)),
    ]
  }
}
