import Domain
import Testing

@Suite struct SessionTests {
  private let lastUsed = Timestamp(milliseconds: 1_770_000_000_000)

  @Test func `a session lives for 30 days after its last use`() {
    let end = lastUsed.adding(seconds: 30 * 24 * 60 * 60)
    let almost = Timestamp(milliseconds: end.milliseconds - 1)
    #expect(Session.isAlive(lastUsed: lastUsed, at: lastUsed))
    #expect(Session.isAlive(lastUsed: lastUsed, at: almost))
    #expect(!Session.isAlive(lastUsed: lastUsed, at: end))
  }

  @Test func `a clock that went back ends no session`() {
    #expect(Session.isAlive(lastUsed: lastUsed, at: lastUsed.adding(seconds: -1)))
  }

  @Test(
    arguments: [
      (0, false), (86_399, false), (86_400, true), (-86_399, false), (-86_400, true),
    ] as [(Int64, Bool)])
  func `a use is noted a day after the last one, or a day before it where the clock went back`(
    seconds: Int64, isDue: Bool
  ) {
    #expect(Session.isNoteDue(lastUsed: lastUsed, at: lastUsed.adding(seconds: seconds)) == isDue)
  }

  @Test(arguments: [0, 31, 33])
  func `a token has 32 bytes`(length: Int) {
    #expect(SessionToken(bytes: Array(repeating: 7, count: length)) == nil)
    #expect(SessionToken(bytes: Array(repeating: 7, count: 32)) != nil)
  }

  @Test func `nothing of a token is printed`() throws {
    let token = try #require(SessionToken(bytes: Array(repeating: 213, count: 32)))
    let user = User(id: 1, username: try Username("ada"), createdAt: lastUsed)
    let new = NewSession(session: Session(id: 1, user: user, isSaved: false), token: token)
    var dumped = ""
    dump(new, to: &dumped)
    for text in ["\(token)", String(reflecting: token), "\(new)", String(reflecting: new), dumped] {
      #expect(!text.contains("213"))
    }
  }
}
