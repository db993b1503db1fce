import Domain
import Testing

@Suite(.limited) struct SessionTests {
  private let lastUsed = Timestamp(milliseconds: 1_770_000_000_000)

  private let day: Int64 = 24 * 60 * 60

  @Test(
    arguments: [
      (0, 30), (335, 365), (340, 365), (400, 365),
    ] as [(Int64, Int64)])
  func `a session is valid for 30 days after its last use, and a year after the login`(
    lastUse: Int64, lifetime: Int64
  ) {
    let login = lastUsed.adding(seconds: -lastUse * day)
    let end = login.adding(seconds: lifetime * day)
    let almost = Timestamp(milliseconds: end.milliseconds - 1)
    #expect(Session.isAlive(since: login, lastUsed: lastUsed, at: almost))
    #expect(!Session.isAlive(since: login, lastUsed: lastUsed, at: end))
  }

  @Test(arguments: [-1, -400 * 24 * 60 * 60] as [Int64])
  func `a clock that goes back ends no session`(seconds: Int64) {
    let now = lastUsed.adding(seconds: seconds)
    #expect(Session.isAlive(since: lastUsed, lastUsed: lastUsed, at: now))
  }

  @Test(
    arguments: [
      (0, false), (86_399, false), (86_400, true), (-86_399, false), (-86_400, false),
    ] as [(Int64, Bool)])
  func `a use is recorded a day after the last one, and never moved back`(
    seconds: Int64, isDue: Bool
  ) {
    #expect(Session.isNoteDue(lastUsed: lastUsed, at: lastUsed.adding(seconds: seconds)) == isDue)
  }

  @Test(arguments: [0, 31, 33])
  func `a token has 32 bytes`(length: Int) {
    #expect(SessionToken(bytes: Array(repeating: 7, count: length)) == nil)
    #expect(SessionToken(bytes: Array(repeating: 7, count: 32)) != nil)
  }

  @Test func `a token prints nothing`() throws {
    let token = try #require(SessionToken(bytes: Array(repeating: 213, count: 32)))
    let user = User(id: 1, username: try Username("ada"), createdAt: lastUsed)
    let device = try #require(DeviceToken(bytes: token.bytes))
    let new = NewSession(session: Session(id: 1, user: user), token: token, device: device)
    var dumped = ""
    dump(new, to: &dumped)
    for text in ["\(token)", String(reflecting: token), "\(new)", String(reflecting: new), dumped] {
      #expect(!text.contains("213"))
    }
  }
}
