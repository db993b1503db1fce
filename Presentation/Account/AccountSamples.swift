import Domain

extension AccountScene: SampledScene {
  package static let name = "account"

  package static func samples() throws(Refusal) -> KeyValuePairs<String, State> {
    let alone = State(username: try Username("ada"), since: "Since 2026-02-02")
    var elsewhere = alone
    elsewhere.otherSessions.rows = [
      ["pts/3 on laptop", "last used 2026-11-21"],
      ["a script on server", "last used 2026-11-01"],
    ]
    var filledIn = alone
    filledIn.password.length = 13
    filledIn.newPassword.length = 20
    filledIn.repetition.length = 20
    var changed = alone
    changed.notice = AccountWords.passwordChanged
    return [
      "nowhere-else": alone,
      "elsewhere": elsewhere,
      "filled-in": filledIn,
      "password-changed": changed,
      "refused": elsewhere.refused(.credentialsWrong),
      "passwords-differ": alone.refused(.passwordsDiffer),
    ]
  }
}
