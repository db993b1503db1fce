import Commands
import Domain
import Doubles
import Foundation
import Programs
import Testing

@testable import Server

/// How many logins and sign-ups may fail.
@Suite(.limited) struct ThrottleTests {
  private static let here = NetworkAddress.unspecified

  /// A sign-up that is refused at once.
  private static let failure = HTTPText(
    "POST", "/signup", body: "id=\(String(repeating: "0", count: 32))&do=sign+up&username=x")

  @Test func `after 50 failures an address waits, and no other one`() async throws {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    for _ in 1...50 { #expect(try await server.send(Self.failure).status == 422) }
    let refused = try await throttled { try await server.send(Self.failure) }
    let seconds = try #require(refused["retry-after"].flatMap { Int($0) })
    let wait = seconds == 1 ? "1 second" : "\(seconds) seconds"
    #expect(refused.body == "Too many attempts. Try again in \(wait)\n")
    #expect(try await server.send(Self.failure, from: "127.0.0.5").status == 422)
    // A forwarded address is believed of the declared proxy alone.
    var forged = Self.failure
    forged.fields["X-Forwarded-For"] = "10.0.0.9"
    _ = try await throttled { [forged] in try await server.send(forged) }
    // Whoever is logged in goes on, and pages are shown.
    #expect(try await server.tap(["tap"], cookie: try server.tally.cookie()).status == 200)
    #expect(try await server.get("/login").status == 200)
  }

  @Test func `behind a proxy, the last address that it forwards is the one that waits`()
    async throws
  {
    let server = try await ServerProcess(
      for: try await TallyProgram.ofAda(), ["--behind-proxy", "127.0.0.1", "--allow-sign-up"])
    func fail(_ forwarded: String) async throws -> Reply {
      var request = Self.failure
      request.fields["X-Forwarded-For"] = forwarded
      return try await server.send(request)
    }
    for number in 1...50 { #expect(try await fail("10.0.0.\(number), 192.0.2.1").status == 422) }
    _ = try await throttled { try await fail("10.0.0.77, 192.0.2.1") }
    #expect(try await fail("192.0.2.1, 10.0.0.77").status == 422)
  }

  /// The first answer that is no longer 422: each further failure doubles the delay, so that a slow
  /// machine soon makes an attempt within it. An address that is not throttled fails 20 times.
  private func throttled(_ attempt: () async throws -> Reply) async throws -> Reply {
    var reply = try await attempt()
    for _ in 1..<20 where reply.status == 422 { reply = try await attempt() }
    #expect(reply.status == 429)
    return reply
  }

  @Test func `attempts that succeed are not counted, and failures are forgotten after a day`()
    throws
  {
    let clock = ManualClock()
    let throttle = AddressThrottle(clock: clock)
    for _ in 1...1_000 {
      try throttle.count(Self.here)
      throttle.forgive(Self.here)
    }
    for _ in 1...50 { try throttle.count(Self.here) }
    #expect(throws: Refusal.throttled(seconds: 1)) { try throttle.count(Self.here) }
    clock.advance(seconds: 1)
    try throttle.count(Self.here)
    #expect(throws: Refusal.throttled(seconds: 2)) { try throttle.count(Self.here) }
    clock.advance(seconds: 24 * 60 * 60)
    for _ in 1...50 { try throttle.count(Self.here) }
    #expect(throws: Refusal.throttled(seconds: 1)) { try throttle.count(Self.here) }
  }

  @Test func `of one address 50 can sign up in a day, and others go on`() async throws {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    func signUp(_ number: Int, from address: String = "127.0.0.1") async throws -> Reply {
      let form = HTTPText(
        "POST", "/signup",
        body: """
          id=\(String(format: "%032x", number))&do=sign+up&username=person\(number)\
          &password=long+enough+\(number)&repetition=long+enough+\(number)
          """)
      return try await server.send(form, from: address)
    }
    for number in 1...50 { #expect(try await signUp(number).status == 303) }
    let refused = try await signUp(51)
    #expect(refused.status == 429)
    #expect(
      refused.body == "Too many accounts were made from this address. Try again tomorrow\n")
    let seconds = try #require(refused["retry-after"].flatMap { Int($0) })
    #expect((1...86_400).contains(seconds))
    #expect(try await signUp(51, from: "127.0.0.5").status == 303)
    // Whoever has an account logs in from there.
    let browser = Browser(server)
    let fields = ["username": "ada", "password": TallyProgram.password]
    #expect(try await browser.press("log in", on: "/login", fields).status == 303)
  }

  @Test func `sign-ups that make no account are not counted, and a day later it begins anew`()
    throws
  {
    let clock = ManualClock()
    let throttle = AddressThrottle(clock: clock)
    for _ in 1...1_000 {
      try throttle.countSignUp(Self.here)
      throttle.forgiveSignUp(Self.here)
    }
    for _ in 1...50 { try throttle.countSignUp(Self.here) }
    clock.advance(seconds: 60)
    #expect(throws: Refusal.throttled(seconds: 86_340)) { try throttle.countSignUp(Self.here) }
    try throttle.count(Self.here)
    clock.advance(seconds: 86_340)
    try throttle.countSignUp(Self.here)
  }

  /// All of them are one shared network, or one address of IPv4.
  @Test(arguments: [
    [
      "2001:db8:1:2::1", "[2001:db8:1:2::2]:4711", "\"[2001:DB8:1:2:ffff::3]\"",
      "2001:db8:1:2::4%x",
    ],
    [
      "192.0.2.1", "192.0.2.1:4711", "::ffff:192.0.2.1", "[::ffff:c000:201]:80", "::FFFF:192.0.2.1",
    ],
  ])
  func `a shared network of IPv6 is one guesser, and an address however it is forwarded`(
    forms: [String]
  ) async throws {
    let server = try await ServerProcess(
      for: try await TallyProgram.ofAda(), ["--behind-proxy", "127.0.0.1", "--allow-sign-up"])
    func fail(_ forwarded: String) async throws -> Reply {
      var request = Self.failure
      request.fields["X-Forwarded-For"] = "10.0.0.77, \(forwarded)"
      return try await server.send(request)
    }
    for number in 0..<50 {
      #expect(try await fail(forms[number % forms.count]).status == 422)
    }
    for form in forms { _ = try await throttled { try await fail(form) } }
    #expect(try await fail("2001:db8:1:3::1").status == 422)
    #expect(try await fail("192.0.2.2").status == 422)
  }
}
