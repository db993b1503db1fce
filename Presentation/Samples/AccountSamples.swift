import Domain
import Presentation

extension AccountScene: SampledScene {
  package static let name = "account"

  package static func samples() throws(Refusal) -> KeyValuePairs<String, State> {
    let alone = State(username: try Username("ada"), since: .sample("2026-02-02T02:40:00"))
    var elsewhere = alone
    elsewhere.otherSessions = [
      ("pts/3 on laptop", "2026-11-21"), ("a script on server", "2026-11-01"),
    ].map {
      let time = Timestamp.sample("\($1)T00:00:00")
      return SessionSummary(place: $0, createdAt: time, lastUsedAt: time)
    }
    var filledIn = alone
    filledIn.password.length = 13
    filledIn.newPassword.length = 20
    filledIn.repetition.length = 20
    var changed = alone
    changed.notice = AccountWords.passwordChanged
    var ownDay = alone
    ownDay.dayStart = try DayStart(typed: "06:00")
    ownDay.notice = AccountWords.dayBegins(at: ownDay.dayStart)
    var deleting = alone
    deleting.notice = AccountWords.losing(
      try ["bea", "carl", "dora", "eve", "finn", "gus", "hal"].map { name throws(Refusal) in
        try Username(name)
      })
    return [
      "nowhere-else": alone,
      "elsewhere": elsewhere,
      "filled-in": filledIn,
      "password-changed": changed,
      "a-day-of-ones-own": ownDay,
      "deleting-what-is-shared": deleting,
      "refused": elsewhere.refused(.credentialsWrong),
      "passwords-differ": alone.refused(.passwordsDiffer),
    ]
  }
}
