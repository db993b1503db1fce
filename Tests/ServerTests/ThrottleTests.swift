import Domain
import Doubles
import Programs
import Testing

@testable import Server

/// How many logins and sign-ups may fail.
@Suite struct ThrottleTests {
  /// A sign-up that is refused at once.
  private static let failure = HTTPText(
    "POST", "/signup", body: "id=\(String(repeating: "0", count: 32))&do=sign+up&username=x")

  @Test func `16: after 50 failures an address waits, and no other one`() async throws {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    for _ in 1...50 { #expect(try await server.send(Self.failure).status == 422) }
    let refused = try await server.send(Self.failure)
    #expect(refused.status == 429)
    #expect(refused["retry-after"] == "1")
    #expect(refused.body == "Too many attempts. Try again in 1 second\n")
    #expect(try await server.send(Self.failure, from: "127.0.0.5").status == 422)
    // A forwarded address is believed of the declared proxy alone.
    var forged = Self.failure
    forged.fields["X-Forwarded-For"] = "10.0.0.9"
    #expect(try await server.send(forged).status == 429)
    // Whoever is logged in goes on, and pages are shown.
    #expect(try await server.tap(["tap"], cookie: try server.tally.cookie()).status == 200)
    #expect(try await server.get("/login").status == 200)
  }

  @Test func `11, 16: behind a proxy, the last address that it forwards is the one that waits`()
    async throws
  {
    let server = try await ServerProcess(
      for: try await TallyProgram.ofAda(), ["--behind-proxy", "127.0.0.1", "--allow-sign-up"])
    func fail(_ forwarded: String) async throws -> Int {
      var request = Self.failure
      request.fields["X-Forwarded-For"] = forwarded
      return try await server.send(request).status
    }
    for number in 1...50 { #expect(try await fail("10.0.0.\(number), 192.0.2.1") == 422) }
    #expect(try await fail("10.0.0.77, 192.0.2.1") == 429)
    #expect(try await fail("192.0.2.1, 10.0.0.77") == 422)
  }

  @Test func `attempts that succeed are not counted, and failures are forgotten after a day`()
    throws
  {
    let clock = ManualClock()
    let throttle = AddressThrottle(clock: clock)
    for _ in 1...1_000 {
      try throttle.count("10.0.0.1")
      throttle.forgive("10.0.0.1")
    }
    for _ in 1...50 { try throttle.count("10.0.0.1") }
    #expect(throws: Refusal.throttled(seconds: 1)) { try throttle.count("10.0.0.1") }
    clock.advance(seconds: 1)
    try throttle.count("10.0.0.1")
    #expect(throws: Refusal.throttled(seconds: 2)) { try throttle.count("10.0.0.1") }
    clock.advance(seconds: 24 * 60 * 60)
    for _ in 1...50 { try throttle.count("10.0.0.1") }
    #expect(throws: Refusal.throttled(seconds: 1)) { try throttle.count("10.0.0.1") }
  }

  @Test func `a network of IPv6 is one address`() throws {
    let throttle = AddressThrottle(clock: ManualClock())
    for number in 1...50 { try throttle.count("2001:db8:1:2::\(number)") }
    #expect(throws: Refusal.throttled(seconds: 1)) { try throttle.count("2001:db8:1:2:3:4:5:6") }
    try throttle.count("2001:db8:1:3::1")
  }
}
