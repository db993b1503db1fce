import Domain
import Doubles
import Presentation
import Testing

@testable import PageToolkit

/// A form that is sent twice acts once.
@MainActor
@Suite(.limited) struct FormIDTests {
  private let on = PageWorld()
  private let id = FormID().text

  @Test(arguments: [
    ["do": "add"], ["do": "subtract"], ["do": "add N", "amount": "5"],
    ["do": "set", "count": "40"],
    ["do": "reset"],
  ])
  func `a count is changed once, even by a server that was started again`(
    fields: [String: String]
  ) async throws {
    let session = try await on.logIn()
    let main = try await on.world.openCounter(in: session)
    let subject = try #require(await on.subject(of: "/counters/main"))
    let form = "id=\(id)&for=\(subject)&" + fields.map { "\($0)=\($1)" }.joined(separator: "&")
    let useCases = on.world.useCases
    let again = PageSite(
      useCases: { _ in useCases }, calendar: FixedCalendar(), allowsSignUp: true,
      store: PageWorld.store)
    for site in [on.site, on.site, again] {
      let response = await site.respond(
        to: PageRequest(
          .post, path: "/counters/main",
          form: Array(form.replacing(" ", with: "+").utf8), token: on.token))
      #expect(response.location == "/counters/main")
    }
    #expect(try await on.world.store.history(of: main, newest: 9, in: session).count == 1)
  }

  @Test func `in the list, too`() async throws {
    let session = try await on.logIn()
    for _ in 1...3 {
      let response = await on.post("/counters", ["id": id, "do": "add", "counter": "main"])
      #expect(response.location == "/counters")
    }
    #expect(try await on.world.openCounter(in: session).count == 1)
    // Another button of the same row is another form.
    _ = await on.post("/counters", ["do": "add", "counter": "main"])
    #expect(try await on.world.openCounter(in: session).count == 2)
  }

  @Test func `signing up twice, even at once, makes one account and one session`() async throws {
    let form: KeyValuePairs = [
      "id": id, "do": "sign up", "username": "ada", "password": TestWorld.password,
      "repetition": TestWorld.password,
    ]
    async let first = on.post("/signup", form)
    async let second = on.post("/signup", form)
    let answers = await [first, second]
    #expect(answers.allSatisfy { $0.location == "/counters/main" })
    let session = try await on.world.useCases.sessions.resumeSession(try #require(on.token))
    #expect(try await on.world.useCases.sessions.otherSessions(than: session) == [])
  }

  @Test func `an answered login keeps no token, so that it logs nobody in again`()
    async throws
  {
    _ = try await on.world.signedUp("ada")
    let form: KeyValuePairs = [
      "id": id, "do": "log in", "username": "ada", "password": TestWorld.password,
    ]
    #expect(await on.post("/login", form).location == "/counters/main")
    let session = try await on.world.useCases.sessions.resumeSession(try #require(on.token))
    let others = try await on.world.useCases.sessions.otherSessions(than: session)
    on.token = nil
    let again = await on.post("/login", form)
    #expect(again.location == "/counters/main" && again.session == .kept)
    #expect(await on.get("/counters/main").location == "/?next=%2Fcounters%2Fmain")
    #expect(try await on.world.useCases.sessions.otherSessions(than: session) == others)
  }

  @Test func `logging out twice is answered the same twice`() async throws {
    try await on.logIn()
    let subject = try #require(await on.subject(of: "/account"))
    let token = on.token
    let form: KeyValuePairs = ["id": id, "for": subject, "do": "log out"]
    let first = await on.post("/account", form)
    on.token = token
    let second = await on.post("/account", form)
    #expect(first == second && first.location == "/" && first.session == .ends)
    #expect(await on.get("/").html.contains("Logged out"))
  }

  @Test func `the same identifier with another password is another form`() async throws {
    _ = try await on.world.signedUp("ada")
    let right: KeyValuePairs = [
      "id": id, "do": "log in", "username": "ada", "password": TestWorld.password,
    ]
    #expect(await on.post("/login", right).status == 303)
    on.token = nil
    let wrong: KeyValuePairs = ["id": id, "do": "log in", "username": "ada", "password": "wrong"]
    #expect(await on.post("/login", wrong).status == 422)
    #expect(on.token == nil)
  }

  @Test func `a refused form can be sent again`() async throws {
    try await on.logIn()
    let form: KeyValuePairs = ["id": id, "do": "new", "name": "main"]
    #expect(await on.post("/counters", form).status == 422)
    _ = await on.post("/counters/main", ["do": "rename", "name": "tea"])
    #expect(await on.post("/counters", form).location == "/counters/main")
    #expect(await on.post("/counters", form).location == "/counters/main")
  }
}
