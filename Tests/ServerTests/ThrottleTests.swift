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

  @Test func `11, 16: behind a proxy, the last address that it forwards is the one that waits`()
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
