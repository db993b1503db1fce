import Domain
import Testing

@Suite(.limited) struct `Terms of an invitation` {
  @Test func `let 20 people count for 12 hours unless told otherwise`() throws {
    let terms = try Invitation.Terms()
    #expect(terms.permission == .counts)
    #expect(terms.seconds == 12 * 60 * 60)
    #expect(terms.places == 20)
  }

  @Test(arguments: [60, 61, 30 * 24 * 60 * 60])
  func `last from a minute to 30 days`(seconds: Int64) throws {
    let terms = try Invitation.Terms(.views, seconds: seconds)
    #expect(terms.seconds == seconds && terms.permission == .views)
  }

  @Test(arguments: [.min, -60, 0, 59, 30 * 24 * 60 * 60 + 1, .max])
  func `last neither shorter nor longer`(seconds: Int64) {
    #expect(throws: Refusal.invitation(.length)) { try Invitation.Terms(seconds: seconds) }
  }

  @Test(arguments: [1, 2, 1_000])
  func `are for 1 to 1,000 people`(places: Int) throws {
    #expect(try Invitation.Terms(places: places).places == places)
  }

  @Test(arguments: [.min, -1, 0, 1_001, .max])
  func `are for neither fewer nor more`(places: Int) {
    #expect(throws: Refusal.invitation(.places)) { try Invitation.Terms(places: places) }
  }
}

@Suite(.limited) struct `The end of an invitation` {
  private static let end = Timestamp(milliseconds: 1_770_000_000_000)
  private static let day: Int64 = 24 * 60 * 60 * 1_000

  /// Whether a guest counts: times are in milliseconds after the end, and `nil` is now.
  private func counts(at time: Int64?, now: Int64) -> Bool {
    func moment(_ offset: Int64) -> Timestamp {
      Timestamp(milliseconds: Self.end.milliseconds + offset)
    }
    do throws(Refusal) {
      try Invitation.check(
        CommandRequest(.add(1), at: time.map(moment), hasWaited: time != nil),
        since: Timestamp(milliseconds: .min), until: Self.end, now: moment(now))
      return true
    } catch {
      #expect(error == .invitationEnded)
      return false
    }
  }

  @Test(arguments: [nil, -day, -1, 0, 1] as [Int64?])
  func `does not matter before it`(time: Int64?) {
    #expect(counts(at: time, now: -1))
    #expect(counts(at: time, now: -100 * Self.day))
  }

  @Test(arguments: [0, 1, day - 1])
  func `lets in for a day what was counted before it, and nothing else`(now: Int64) {
    for time in [-100 * Self.day, -Self.day, -1] { #expect(counts(at: time, now: now)) }
    for time in [nil, 0, 1, now] { #expect(!counts(at: time, now: now)) }
  }

  @Test(arguments: [day, day + 1, 100 * day])
  func `lets in nothing after a day`(now: Int64) {
    for time in [nil, -Self.day, -1, 0, now] { #expect(!counts(at: time, now: now)) }
  }

  @Test func `is the last moment there is without trouble`() throws {
    let last = Timestamp(milliseconds: .max)
    try Invitation.check(CommandRequest(.add(1)), since: Self.end, until: last, now: Self.end)
    #expect(throws: Refusal.invitationEnded) {
      try Invitation.check(CommandRequest(.add(1)), since: Self.end, until: last, now: last)
    }
  }

  @Test func `does not believe a time that is entered, or is before the guest came`() throws {
    let (came, now) = (Self.end.adding(seconds: -60), Self.end.adding(seconds: 1))
    func refusal(_ request: CommandRequest) -> Refusal? {
      do throws(Refusal) {
        try Invitation.check(request, since: came, until: Self.end, now: now)
        return nil
      } catch {
        return error
      }
    }
    let time = Self.end.adding(seconds: -30)
    #expect(refusal(CommandRequest(.add(1), at: time, hasWaited: true)) == nil)
    #expect(refusal(CommandRequest(.add(1), at: time)) == .invitationEnded)
    let early = came.adding(seconds: -1)
    #expect(refusal(CommandRequest(.add(1), at: early, hasWaited: true)) == .invitationEnded)
    #expect(refusal(CommandRequest(.add(1), at: Self.end, hasWaited: true)) == .invitationEnded)
  }
}

@Suite(.limited) struct `The token of an invitation` {
  @Test func `has 16 bytes, and others have 32`() {
    #expect(InvitationToken.length == 16)
    #expect(SessionToken.length == 32 && DeviceToken.length == 32)
    #expect(InvitationToken(bytes: [UInt8](repeating: 7, count: 16)) != nil)
    #expect(InvitationToken(bytes: [UInt8](repeating: 7, count: 32)) == nil)
  }

  @Test func `is not shown`() throws {
    let token = try #require(InvitationToken(bytes: [UInt8](repeating: 77, count: 16)))
    #expect("\(token)" == "Token" && !String(reflecting: token).contains("77"))
  }
}
