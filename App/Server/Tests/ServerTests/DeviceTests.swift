import Programs
import Testing

/// A browser that an account knows has a count of its own.
@Suite(.limited) struct DeviceTests {
  private static let fields = ["username": "ada", "password": TallyProgram.password]
  private static let wrong = ["username": "ada", "password": "long enough 2"]

  private func logIn(_ browser: Browser) async throws -> Int {
    try await browser.press("log in", on: "/login", Self.fields).status
  }

  /// Guesses ada's password until the browser has to wait.
  private func guess(_ browser: Browser) async throws {
    var statuses: [Int] = []
    while statuses.last != 429, statuses.count < 30 {
      statuses.append(try await browser.press("log in", on: "/login", Self.wrong).status)
    }
    #expect(statuses.last == 429 && statuses.dropLast().allSatisfy { $0 == 422 }, "\(statuses)")
  }

  @Test func `whoever guesses in another browser cannot make this one wait, not after logout`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let browser = Browser(server)
    #expect(try await logIn(browser) == 303)
    try await browser.press("log out", on: "/account")
    #expect(browser[cookie: "tally"] == nil && browser[cookie: "tally-device"] != nil)
    let eve = Browser(server, from: "127.0.0.5")
    try await guess(eve)
    #expect(try await logIn(browser) == 303)
    try await guess(eve)
    let reply = try await browser.press(
      "password", on: "/account",
      [
        "password": TallyProgram.password, "new-password": "longer still 1",
        "repetition": "longer still 1",
      ])
    #expect(reply.status == 303)
    #expect(try await browser.follow(reply).body.contains("Password changed"))
  }

  @Test func `a browser's own failures make only itself wait`() async throws {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let (browser, other) = (Browser(server), Browser(server, from: "127.0.0.6"))
    #expect(try await logIn(browser) == 303)
    try await browser.press("log out", on: "/account")
    try await guess(browser)
    #expect(try await logIn(other) == 303)
  }

  @Test func `the device's cookie is kept for 400 days, and no script can read it`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let browser = Browser(server)
    // What is no token is replaced.
    browser[cookie: "tally-device"] = "x"
    var tokens: Set<String> = []
    for _ in 1...2 {
      let reply = try await browser.press("log in", on: "/login", Self.fields)
      let lines = try #require(reply["set-cookie"]).split(separator: "\n")
      let line = try #require(lines.first { $0.hasPrefix("tally-device=") })
      #expect(
        line.wholeMatch(
          of: /tally-device=[0-9a-f]{64}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax/)
          != nil, "\(line)")
      tokens.insert(try #require(browser[cookie: "tally-device"]))
      let out = try await browser.press("log out", on: "/account")
      #expect(out["set-cookie"]?.contains("tally-device") != true)
    }
    #expect(tokens.count == 1)
  }
}
