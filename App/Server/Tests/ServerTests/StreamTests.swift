import Foundation
import Programs
import Testing

/// The streams of a counter's states.
@Suite(.limited) struct StreamTests {
  @Test func `a stream begins with the state, and has what anybody counts anywhere`() async throws {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let cookie = try server.tally.cookie()
    let stream = try await server.stream(cookie: cookie)
    let head = try await stream.head()
    #expect(head.status == 200)
    #expect(head["content-type"] == "text/event-stream; charset=utf-8")
    #expect(try await stream.nextCount() == 0)
    _ = try await server.tally.run(["up", "main", "5"])
    #expect(try await stream.nextCount() == 5)
    _ = try await server.tap(["tap"], cookie: cookie)
    #expect(try await stream.nextCount() == 6)
    _ = try await server.tally.run(["target", "main", "6"])
    #expect(
      try await stream.nextState()?.contains(
        #""version":2,"count":6,"target":6,"limit":false,"goal":null,"period":null,"text":"Current count is 6 of 6""#
      )
        == true)
    _ = try await server.tally.run(["target", "main", "7", "--per", "week"])
    #expect(
      try await stream.nextState()?.contains(
        #""target":7,"limit":false,"goal":7,"period":"this week","text":"Current count is 6, 6 of 7 this week""#
      ) == true)
    _ = try await server.tally.run(["set", "main", "40"])
    #expect(try await stream.nextState()?.contains(#""count":40,"target":41,"#) == true)
  }

  /// Zones that have the same time now, at least in one half of the year, and had another one then.
  @Test(arguments: [
    ("2026-07-01T12:00:00Z", ["Europe%2FParis": "14:00", "Africa%2FLagos": "13:00"]),
    ("2026-01-01T12:00:00Z", ["Europe%2FParis": "13:00", "Africa%2FJohannesburg": "14:00"]),
  ])
  func `browsers in two time zones that watch one counter each see their own time of a change`(
    time: String, shown: [String: String]
  ) async throws {
    let tally = try await TallyProgram.ofAda()
    _ = try await tally.run(["up", "main", "--at", time])
    let server = try await ServerProcess(for: tally)
    let cookie = try tally.cookie()
    // Each stays open, so that the state of the first is still known when the second one asks.
    var streams: [Connection] = []
    for (zone, time) in shown {
      streams.append(try await server.stream(cookie: "\(cookie); zone=\(zone)"))
      let data = try await streams.last?.nextState()
      #expect(data?.contains("\(time)</time>") == true, "\(zone): \(data ?? "the stream ended")")
    }
  }

  @Test func `a stream follows its own person's day, also when that begins at another time`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAdaAndBea())
    let tally = server.tally
    func beginDay(minutesAgo minutes: Int, in environment: [String: String] = [:]) async throws {
      let time = Date(timeIntervalSinceNow: Double(-60 * minutes))
        .formatted(.iso8601.time(includingFractionalSeconds: false)).prefix(5)
      #expect(
        try await tally.run(["day", String(time)], environment: environment).output
          == "Your day begins at \(time == "00:00" ? "midnight" : time)\n")
    }
    _ = try await tally.run(["share", "main", "with", "bea", "--view"])
    try await beginDay(minutesAgo: 60)
    try await beginDay(minutesAgo: 60, in: tally.beas)
    _ = try await tally.run(["up", "main", "5", "--at", "2 minutes ago"])
    let streams = [
      try await server.stream(cookie: "\(try tally.cookie()); zone=UTC"),
      try await server.stream(cookie: "\(try tally.cookie(of: "bea")); zone=UTC"),
    ]
    for stream in streams {
      #expect(try await stream.nextState()?.contains("+5 today") == true)
    }
    try await beginDay(minutesAgo: 0)
    #expect(try await streams[0].nextState()?.contains("+5 today") == false)
    _ = try await tally.run(["up", "main", "2"])
    #expect(try await streams[0].nextState()?.contains("+2 today") == true)
    #expect(try await streams[1].nextState()?.contains("+7 today") == true)
  }

  @Test func `a stream ends with the session, and with the right to see the counter`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAdaAndBea())
    _ = try await server.tally.run(["share", "main", "with", "bea", "--view"])
    let streams = [
      try await server.stream(cookie: try server.tally.cookie(of: "bea")),
      try await server.stream(cookie: try server.tally.cookie()),
    ]
    for stream in streams { #expect(try await stream.nextCount() == 0) }
    _ = try await server.tally.run(["unshare", "main", "with", "bea"])
    #expect(try await streams[0].nextCount() == nil)
    _ = try await server.tally.run(["up", "main"])
    #expect(try await streams[1].nextCount() == 1)
    _ = try await server.tally.run(["logout"])
    #expect(try await streams[1].nextCount() == nil)
  }

  @Test func `a page that only watches is a use of its session, also when its cookie came before`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let watching = try server.tally.cookie()
    #expect(try await server.tap(["tap"], cookie: watching).status == 200)
    let browser = Browser(server)
    try await browser.press(
      "log in", on: "/login", ["username": "ada", "password": TallyProgram.password])
    func lastUse() async throws -> Substring {
      let page = try await browser.get("/account").body
      return try #require(page.firstMatch(of: /last used [^<]*/)?.0)
    }
    try server.tally.setBackUses(by: 2)
    let before = try await lastUse()
    let stream = try await server.stream(cookie: watching)
    #expect(try await stream.nextCount() == 1)
    #expect(try await lastUse() != before)
  }

  @Test func `a stranger's counter and a missing one have no stream`() async throws {
    let server = try await ServerProcess(for: try await TallyProgram.ofAdaAndBea())
    let cookie = try server.tally.cookie(of: "bea")
    let replies = try await ["1", "4711", "-1"].asyncMap {
      try await server.get("/events?counter=\($0)", ["Cookie": cookie])
    }
    #expect(replies.allSatisfy { $0.status == 404 && $0.body == replies[0].body })
    for query in ["?list", "?counter=", "?counter=x", "?counter=1&counter=2", "?id=1"] {
      #expect(try await server.get("/events\(query)", ["Cookie": cookie]).status == 400, "\(query)")
    }
  }

  @Test func `a stream of the list speaks of each change of what it shows, and of no other`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAdaAndBea())
    let tally = server.tally
    #expect(try await server.get("/events", ["Cookie": "no"]).status == 401)
    let stream = try await server.stream(nil, cookie: try tally.cookie())
    #expect(try await stream.nextEvent() == "list")
    for words in [
      ["up", "main", "5"], ["target", "main", "6"], ["rename", "main", "coffee"], ["new", "tea"],
      ["archive", "coffee"],
    ] {
      _ = try await tally.run(words)
      #expect(try await stream.nextEvent() == "list", "\(words)")
    }
    _ = try await tally.run(["share", "main", "with", "ada"], environment: tally.beas)
    #expect(try await stream.nextEvent() == "list")
    _ = try await tally.run(["new", "own"], environment: tally.beas)
    _ = try await tally.run(["up", "own", "5"], environment: tally.beas)
    #expect(try await stream.nextEvent() == "beat")
    _ = try await tally.run(["logout"])
    #expect(try await stream.nextEvent() == nil)
  }

  @Test func `an account has at most 100 streams, and gets a place back`() async throws {
    let server = try await ServerProcess(for: try await TallyProgram.ofAdaAndBea())
    let cookie = try server.tally.cookie()
    var streams = try await (0..<100).asyncMap { _ in try await server.stream(cookie: cookie) }
    for stream in streams { #expect(try await stream.nextCount() == 0) }
    let refused = try await server.stream(cookie: cookie).reply()
    #expect(refused.status == 503)
    #expect(refused["retry-after"] == "30")
    let other = try await server.stream(
      Number.beasMain, cookie: try server.tally.cookie(of: "bea"))
    #expect(try await other.nextCount() == 0)
    streams.removeLast()
    // The server notices the end of a connection soon, but not at once.
    try await eventually("a free place") {
      try await server.stream(cookie: cookie).head().status == 200
    }
  }

  @Test func `SIGTERM ends 100 streams and the server, and keeps what counted`() async throws {
    try await endWithStreams()
  }

  /// `TALLY_MEASURE=1 swift test --filter Speed`.
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["TALLY_MEASURE"] != nil,
      "measured alone, with TALLY_MEASURE=1"))
  func `Speed: SIGTERM ends 100 streams and the server within 2 seconds`() async throws {
    let time = try await endWithStreams()
    print("SIGTERM with 100 streams: \(time)")
    #expect(time < .seconds(2))
  }

  /// Ends a server that has 100 streams; returns how long that took.
  @discardableResult
  private func endWithStreams() async throws -> Duration {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let cookie = try server.tally.cookie()
    let streams = try await (0..<100).asyncMap { _ in try await server.stream(cookie: cookie) }
    for stream in streams { #expect(try await stream.nextCount() == 0) }
    let counted = try await server.tap(["last"], cookie: cookie)
    let start = ContinuousClock.now
    #expect(try await server.end(by: SIGTERM) == 0)
    let time = ContinuousClock.now - start
    #expect(counted.status == 200)
    #expect(try await server.tally.count() == "1\n")
    for stream in streams { while try await stream.nextCount() != nil {} }
    return time
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a signal ends a server at rest with status 0`(_ signal: Int32) async throws {
    let server = try await ServerProcess(for: try TallyProgram())
    let idle = try await server.connect()
    #expect(try await server.end(by: signal) == 0)
    #expect(try await idle.rest() == "")
  }
}

extension Sequence where Element: Sendable {
  func asyncMap<Result>(_ body: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await body(element)) }
    return results
  }
}
