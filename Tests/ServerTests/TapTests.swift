import Foundation
import Programs
import Testing

@testable import Server

/// What a phone sends that was without network, and what it is answered.
@Suite struct TapTests {
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

  @Test func `taps without an id of their own would count twice`() async throws {
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

  @Test func `17, 18: a stranger's counter is missing, and a viewer hears whose it is`()
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

  @Test func `14, 15: a logged-out or invented token is refused, wherever it stands`() async throws
  {
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
    #"{"account":1,"counter":1,"taps":[{"id":"a","amount":1,"age":0}],"x":1}"#,
    #"{"account":1,"account":1,"counter":1,"taps":[{"id":"a","amount":1,"age":0}]}"#,
    #"{"account":1,"counter":1,"taps":[{"id":"a","id":"b","amount":1,"age":0}]}"#,
    #"{"account":1,"counter":1,"taps":[{"id":"a","amount":2,"age":0}]}"#,
    #"{"account":1,"counter":1,"taps":[{"id":"a","amount":0,"age":0}]}"#,
    #"{"account":1,"counter":1,"taps":[{"id":"a","amount":1.0,"age":0}]}"#,
    #"{"account":1,"counter":1,"taps":[{"id":"a","amount":"1","age":0}]}"#,
    #"{"account":1,"counter":1,"taps":[{"id":"a","amount":1}]}"#,
    #"{"account":1,"counter":1,"taps":[{"id":"","amount":1,"age":0}]}"#,
    #"{"account":1,"counter":1,"taps":[{"id":"\u0061","amount":1,"age":0}]}"#,
    #"{"account":1,"counter":1,"taps":[{"id":"a","amount":1,"age":0},]}"#,
    #"{"account":1,"counter":1,"taps":[{"id":"a","amount":1,"age":0}]} x"#,
    #"{"account":1,"counter":99999999999999999999,"taps":[{"id":"a","amount":1,"age":0}]}"#,
    #"{"account":1,"counter":1,"taps":[{"id":"a","amount":1,"age":0}"#,
  ])
  func `21: taps have exactly their form, each field once`(_ json: String) {
    #expect(TapList(json: Array(json.utf8)) == nil)
  }

  @Test func `21: the order of fields and white space do not matter`() throws {
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
