import Domain
import Doubles
import Presentation
import Testing

@testable import PageToolkit

/// A form acts for the account and on the counter that the person saw, or not at all.
@MainActor
@Suite(.limited) struct FormSubjectTests {
  private let on = PageWorld()

  /// The account's count, the history's length.
  private func counted(_ name: String, in session: Session) async throws -> [Int64] {
    let counter = try await on.world.useCases.findCounter(named: name, in: session)
    let history = try await on.world.store.history(of: counter, newest: 99, in: session)
    return [counter.count, Int64(history.count)]
  }

  @Test(arguments: [
    ["do": "undo"], ["do": "add"], ["do": "set", "count": "7"], ["do": "rename", "name": "tea"],
    ["do": "delete", "name": "main"],
  ])
  func `a form of one account is refused in the session of another`(fields: [String: String])
    async throws
  {
    try await on.logIn("gus")
    _ = await on.post("/counters/main", ["do": "add N", "amount": "5"])
    let guss = try #require(await on.subject(of: "/counters/main"))
    let hal = try await on.logIn("hal")
    _ = await on.post("/counters/main", ["do": "add N", "amount": "3"])
    let form = ["id": FormID().text, "for": guss].merging(fields) { $1 }
    for path in ["/counters/main", "/counters/main/members", "/counters", "/account"] {
      let response = await on.ask(
        .post, path, form.map { "\($0)=\(PercentCoding.encoded($1))" }.joined(separator: "&"))
      #expect(response.status == 409)
      #expect(response.html.contains("This page was for another account"))
      #expect(response.html.contains("Nothing was changed. You are logged in as hal"))
    }
    #expect(try await counted("main", in: hal) == [3, 1])
  }

  @Test func `a form of a renamed counter counts once, wherever the store was busy at first`()
    async throws
  {
    let session = try await on.logIn()
    let page = try #require(await on.subject(of: "/counters/main"))
    _ = await on.post("/counters/main", ["do": "rename", "name": "tea"])
    var (sent, busy): (Int64, Int) = (0, 0)
    for transactions in 0..<12 {
      let id = FormID().text
      on.world.store.failOnce(after: transactions, with: .store(.busy(cause: "locked")))
      let first = await on.post("/counters/main", ["id": id, "for": page, "do": "add"])
      on.world.store.recover()
      #expect([303, 503].contains(first.status), "\(transactions)")
      if first.status == 503 { busy += 1 }
      let again = await on.post("/counters/main", ["id": id, "for": page, "do": "add"])
      #expect(again.location == "/counters/tea", "\(transactions)")
      sent += 1
      #expect(try await counted("tea", in: session) == [sent, sent], "\(transactions)")
    }
    // The session, the page that the form was on, the counter's name, and the change at least.
    #expect(busy > 3)
  }

  @Test func `a form counts on its counter after a rename, whoever has the name now`() async throws
  {
    let session = try await on.logIn()
    let page = try #require(await on.subject(of: "/counters/main"))
    let row = try #require(await on.subject(of: "/counters", "main"))
    _ = await on.post("/counters/main", ["do": "rename", "name": "tea"])
    for isTaken in [false, true] {
      if isTaken { _ = await on.post("/counters", ["do": "new", "name": "main"]) }
      for deed in ["add", "add", "undo"] {
        let response = await on.post("/counters/main", ["for": page, "do": deed])
        #expect(response.location == "/counters/tea", "\(deed) \(isTaken)")
      }
    }
    // On the list, the row is the counter, whatever it is called now.
    _ = await on.post("/counters", ["for": row, "do": "add", "counter": "main"])
    #expect(try await counted("tea", in: session) == [3, 7])
    let targeted = await on.post("/counters/main", ["for": page, "do": "target", "target": "x"])
    #expect(targeted.status == 422)
    #expect(targeted.html.contains("Not a number: x"))
    #expect(targeted.html.contains("action=\"/counters/tea\""))
    #expect(try await counted("main", in: session) == [0, 0])
  }

  @Test func `a form for a deleted counter whose name another one has now is refused`()
    async throws
  {
    let session = try await on.logIn()
    let page = try #require(await on.subject(of: "/counters/main"))
    _ = await on.post("/counters/main", ["do": "delete", "name": "main"])
    _ = await on.post("/counters", ["do": "new", "name": "main"])
    for path in ["/counters/main", "/counters/main/members"] {
      let response = await on.post(path, ["for": page, "do": "add"])
      #expect(response.status == 409, "\(path)")
      #expect(response.html.contains("That counter is gone"))
    }
    #expect(try await counted("main", in: session) == [0, 0])
  }

  @Test func `an address that names its counter leads to it or to none, whatever has its name`()
    async throws
  {
    try await on.logIn()
    let id = try #require(await on.subject(of: "/counters/main")?.split(separator: ".").last)
    #expect(await on.get("/counters/main?counter=\(id)").status == 200)
    _ = await on.post("/counters/main", ["do": "rename", "name": "tea"])
    for isTaken in [false, true] {
      if isTaken { _ = await on.post("/counters", ["do": "new", "name": "main"]) }
      for ending in ["", "/members"] {
        let response = await on.get("/counters/main\(ending)?counter=\(id)")
        #expect(response.status == 303)
        #expect(response.location == "/counters/tea\(ending)")
      }
      // The open counter is the new one by now.
      #expect(await on.get("/?counter=\(id)").location == "/counters/tea")
    }
    _ = await on.post("/counters/tea", ["do": "delete", "name": "tea"])
    #expect(await on.get("/counters/main?counter=\(id)").status == 409)
    #expect(await on.get("/counters/tea?counter=\(id)").status == 404)
  }

  @Test func `a row of a counter that is gone counts nowhere, and no other takes its place`()
    async throws
  {
    let session = try await on.logIn()
    for name in ["a", "b", "c"] { _ = await on.post("/counters", ["do": "new", "name": name]) }
    let subject = try #require(await on.subject(of: "/counters", "b"))
    _ = await on.post("/counters/b", ["do": "delete", "name": "b"])
    for deed in ["add", "subtract", "undo", "open"] {
      let fields: KeyValuePairs = ["for": subject, "do": deed, "counter": "b"]
      let response = await on.post("/counters", fields)
      #expect(response.status == 422, "\(deed)")
      #expect(response.html.contains("There is no counter named b"))
      // The next row is where the finger is, so nothing can be counted there by the way.
      #expect(!response.html.contains("value=\"add\""))
    }
    _ = await on.post("/counters", ["do": "new", "name": "b"])
    for deed in ["add", "open"] {
      let fields: KeyValuePairs = ["for": subject, "do": deed, "counter": "b"]
      #expect(await on.post("/counters", fields).status == 409, "\(deed)")
    }
    for name in ["main", "a", "b", "c"] {
      #expect(try await counted(name, in: session) == [0, 0], "\(name)")
    }
    #expect(await on.get("/counters").html.contains("value=\"add\""))
  }

  @Test func `a page whose counter is gone counts nowhere and offers no other one's buttons`()
    async throws
  {
    let ada = try await on.logIn("ada")
    let main = try await on.world.openCounter(in: ada)
    let bea = try await on.logIn("bea")
    _ = try await on.world.useCases.shareCounter(main, with: "bea", as: .counts, in: ada)
    let subject = try #require(await on.subject(of: "/shared/ada/main"))
    for number in 1...30 {
      if number == 11 {
        _ = try await on.world.useCases.members.unshare(
          main, with: try Username("bea"), in: ada)
      }
      let fields: KeyValuePairs = ["for": subject, "do": "add"]
      let response = await on.post("/shared/ada/main", fields)
      #expect(response.status == (number < 11 ? 303 : 404))
      guard number > 10 else { continue }
      #expect(response.html.contains("There is no counter named ada/main"))
      #expect(!response.html.contains("value=\"add\""))
    }
    #expect(try await counted("main", in: ada) == [10, 10])
    #expect(try await counted("main", in: bea) == [0, 0])
  }

  @Test func `a form of another store, or one that does not say whose it is, is refused`()
    async throws
  {
    let session = try await on.logIn()
    let subject = try #require(await on.subject(of: "/counters/main"))
    let other = subject.replacing(PageWorld.store, with: "0ther")
    let response = await on.post("/counters/main", ["for": other, "do": "add"])
    #expect(response.status == 409)
    #expect(response.html.contains("This page was for another store"))
    let bare = "id=\(FormID().text)&do=add"
    #expect(await on.ask(.post, "/counters/main", bare).status == 400)
    let account = try #require(await on.subject(of: "/account"))
    #expect(await on.ask(.post, "/counters/main", "\(bare)&for=\(account)").status == 409)
    #expect(try await counted("main", in: session) == [0, 0])
  }
}
