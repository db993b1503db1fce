import Foundation
import Programs
import Testing

@testable import Server

/// What a phone sends that was without network, and what it is answered.
@Suite(.limited) struct TapTests {
  @Test func `each tap counts once, however often and by however many requests it is sent`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let cookie = try server.tally.cookie()
    let ids = (0..<20).map { "tap-\($0)" }
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          let reply = try await server.tap(ids, cookie: cookie)
          #expect(reply.status == 200)
          #expect(reply.body.matches(of: /"status":"counted"/).count == 20)
        }
      }
      try await group.waitForAll()
    }
    let reply = try await server.tap(["tap-0", "tap-20"], cookie: cookie)
    #expect(reply["content-type"] == "application/json; charset=utf-8")
    #expect(
      reply.body.hasPrefix(
        #"{"results":[{"id":"tap-0","status":"counted"},{"id":"tap-20","status":"counted"}],"#))
    #expect(reply.body.contains(#""state":{"version":21,"count":21,"target":null,"#))
    #expect(reply.body.contains(#""text":"Current count is 21""#))
    _ = try await server.tap(["down"], amount: -1, cookie: cookie)
    #expect(try await server.tally.count() == "20\n")
  }

  @Test func `only its id tells that a tap is sent again`() async throws {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    for id in ["first", "second"] {
      _ = try await server.tap([id], cookie: try server.tally.cookie())
    }
    #expect(try await server.tally.count() == "2\n")
  }

  @Test func `a tap that waited is in the history when it was made, by any clock of the phone`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let cookie = try server.tally.cookie()
    let eightDays = 8 * 24 * 60 * 60 * 1_000
    let ages = [0, eightDays, -eightDays, Int.max, Int.min]
    for (number, age) in ages.enumerated() {
      #expect(try await server.tap(["tap-\(number)"], age: age, cookie: cookie).status == 200)
    }
    #expect(try await server.tally.count() == "5\n")
    let old = try await server.tally.run(
      ["show", "main", "--since", "9 days ago", "--until", "7 days ago"])
    #expect(old.output == "1\n")
    #expect(try await server.tally.run(["show", "main", "--since", "today"]).output == "3\n")
  }

  @Test func `a rename keeps taps, and a tap out of range is refused while others count`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let cookie = try server.tally.cookie()
    _ = try await server.tally.run(["rename", "main", "door"])
    #expect(try await server.tap(["a"], cookie: cookie).status == 200)
    _ = try await server.tally.run(["set", "door", "\(Int64.max - 1)"])
    let reply = try await server.tap(["b", "c", "b"], cookie: cookie)
    #expect(
      reply.body.contains(
        """
        {"id":"b","status":"counted"},{"id":"c","status":"refused",\
        "reason":"That would take the count out of range"},{"id":"b","status":"counted"}
        """))
    let taken = try await server.tap(["b"], amount: -1, cookie: cookie)
    #expect(taken.body.contains("That id was already used for a different change"))
    #expect(try await server.tally.count("door") == "\(Int64.max)\n")
  }

  @Test func `a stranger's counter is missing, and a viewer hears whose it is`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAdaAndBea())
    let (adas, beas) = (try server.tally.cookie(), try server.tally.cookie(of: "bea"))
    func tap(_ id: String, _ counter: Int = Number.main) async throws -> Reply {
      try await server.tap([id], account: Number.bea, counter: counter, cookie: beas)
    }
    let (foreign, missing) = (try await tap("a"), try await tap("a", 4_711))
    #expect(foreign.status == 404)
    #expect(foreign.body == #"{"reason":"There is no such counter"}"#)
    #expect((foreign.status, foreign.body) == (missing.status, missing.body))
    for (cookie, account) in [(adas, Number.bea), (beas, Number.ada), (nil, Number.ada)] {
      let reply = try await server.tap(["a"], account: account, cookie: cookie)
      #expect(reply.status == 401)
      #expect(reply.body == #"{"reason":"You are not logged in"}"#)
    }
    _ = try await server.tally.run(["share", "main", "with", "bea", "--view"])
    let viewing = try await tap("a")
    #expect(viewing.status == 403)
    #expect(viewing.body == #"{"reason":"Only ada can do that"}"#)
    _ = try await server.tally.run(["share", "main", "with", "bea"])
    #expect(try await tap("a").status == 200)
    _ = try await server.tally.run(["unshare", "main", "with", "bea"])
    #expect(try await tap("b").status == 404)
    #expect(try await server.tally.count() == "1\n")
  }

  @Test func `a counted tap that is sent again after an unshare hears that it was counted`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAdaAndBea())
    let beas = try server.tally.cookie(of: "bea")
    func tap(_ ids: [String], _ amount: Int = 1, on counter: Int = Number.main) async throws
      -> Reply
    {
      try await server.tap(
        ids, amount: amount, account: Number.bea, counter: counter, cookie: beas)
    }
    _ = try await server.tally.run(["share", "main", "with", "bea"])
    #expect(try await tap(["a", "b"]).status == 200)
    _ = try await server.tally.run(["unshare", "main", "with", "bea"])
    let again = try await tap(["a", "b"])
    #expect(again.status == 200)
    #expect(
      again.body
        == #"{"results":[{"id":"a","status":"counted"},{"id":"b","status":"counted"}],"state":null}"#
    )
    let mixed = try await tap(["b", "c"])
    #expect(
      mixed.body.hasPrefix(
        """
        {"results":[{"id":"b","status":"counted"},{"id":"c","status":"refused",\
        "reason":"There is no such counter"}]
        """))
    // Nothing is said about what the account did not count there itself.
    #expect(try await server.tap(["x"], cookie: try server.tally.cookie()).status == 200)
    let foreign = [try await tap(["x"]), try await tap(["a"], -1), try await tap(["a"], on: 4_711)]
    for reply in foreign {
      #expect(reply.status == 404 && reply.body == #"{"reason":"There is no such counter"}"#)
    }
    #expect(try await server.tally.count() == "3\n")
  }

  @Test func `a server takes the last two formats, and the taps of its own store alone`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let browser = Browser(server, try server.tally.cookie())
    let page = try await browser.get("/counters/main").body
    let store = try #require(page.firstMatch(of: /data-store="([0-9a-f-]{36})"/)).1
    func tap(_ query: String, _ id: String) async throws -> Reply {
      let tap = #"{"account":1,"counter":1,"taps":[{"id":"\#(id)","amount":1,"age":0}]}"#
      return try await browser.send(
        HTTPText("POST", "/taps\(query)", ["Content-Type": "application/json"], body: tap))
    }
    for (number, query) in ["", "?version=1", "?version=2", "?version=2&store=\(store)"]
      .enumerated()
    {
      #expect(try await tap(query, "\(number)").status == 200, "\(query)")
    }
    for query in ["?version=3", "?version=0", "?version=", "?version=1&version=2", "?x=1", "?x"] {
      let reply = try await tap(query, "a")
      #expect(reply.status == 400, "\(query)")
      #expect(reply.body == #"{"reason":"This server cannot read these taps"}"#)
    }
    for query in ["?version=2&store=\(String(repeating: "0", count: 32))", "?store="] {
      let reply = try await tap(query, "a")
      #expect(reply.status == 421, "\(query)")
      #expect(reply.body == #"{"reason":"These taps belong to another store"}"#)
    }
    #expect(try await server.tally.count() == "4\n")
  }

  @Test func `counts from 2^53 on are text, so that a script has every digit`() async throws {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let cookie = try server.tally.cookie()
    let exact = Int64(1) << 53 - 2
    _ = try await server.tally.run(["set", "main", "\(exact)"])
    #expect(try await server.tap(["a"], cookie: cookie).body.contains(#""count":\#(exact + 1),"#))
    _ = try await server.tally.run(["target", "main", "\(Int64.max)"])
    let reply = try await server.tap(["b"], cookie: cookie)
    #expect(reply.body.contains(#""count":"\#(exact + 2)","target":"\#(Int64.max)","#))
  }

  @Test func `a logged-out or invented token is refused, wherever it stands`() async throws {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let cookie = try server.tally.cookie()
    let token = cookie.dropFirst("tally=".count)
    for other in [
      "tally=\(String(repeating: "0", count: 64))", "tally=\(token.uppercased())x", "tally=",
      "__Host-tally=\(token)", "xtally=\(token)", "tally=\(token.dropLast())",
    ] {
      #expect(try await server.tap(["a"], cookie: other).status == 401, "\(other)")
    }
    #expect(try await server.get("/events?counter=1&tally=\(token)").status == 400)
    _ = try await server.tally.run(["logout", "--everywhere"])
    #expect(try await server.tap(["a"], cookie: cookie).status == 401)
  }

  @Test(arguments: [
    "", "[]", "{}", "null", #"{"account":1,"counter":1,"taps":[]}"#,
    #"{"account":1,"counter":1,"taps":[{"id":"a","amount":2,"age":0}]}"#,
    #"{"account":1,"counter":1,"taps":[{"id":"a","amount":0,"age":0}]}"#,
    #"{"account":1,"counter":1,"taps":[{"id":"a","amount":"1","age":0}]}"#,
    #"{"account":1,"counter":1,"taps":[{"id":"a","amount":1}]}"#,
    #"{"account":1,"counter":1,"taps":[{"id":"a","amount":1.5,"age":0}]}"#,
    #"{"account":1,"counter":1,"taps":[{"id":"","amount":1,"age":0}]}"#,
    #"{"account":1,"counter":1,"taps":[{"id":"\u0000","amount":1,"age":0}]}"#,
    #"{"account":1,"counter":1,"taps":[{"id":"a","amount":1,"age":0}]} x"#,
    #"{"account":1,"counter":99999999999999999999,"taps":[{"id":"a","amount":1,"age":0}]}"#,
    #"{"account":1,"counter":1,"taps":[{"id":"a","amount":1,"age":0}"#,
  ])
  func `taps have the form that scripts send`(_ json: String) {
    #expect(TapList(json: Array(json.utf8)) == nil)
  }

  @Test func `the order of fields and white space do not matter`() throws {
    let json = """
       { "taps" : [ {"age":-5,"id":"a","amount":-1},
       {"amount":1,"age":7,"id":"ü"} ], "counter":12, "account":7 }\r\n
      """
    let list = try #require(TapList(json: Array(json.utf8)))
    #expect((list.account, list.counter) == (7, 12))
    #expect(list.taps.map(\.id.text) == ["a", "ü"])
    #expect(list.taps.map(\.amount) == [-1, 1])
    #expect(list.taps.map(\.age) == [-5, 7])
  }
}
