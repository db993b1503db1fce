import Domain
import Presentation
import Testing

@testable import LineToolkit

@Suite(.limited) struct LineContextTests {
  private let ada: Username

  init() throws {
    ada = try Username("ada")
  }

  private static let always = ["help", "?", "clear", "quit", "exit"]
  private static let entrances = ["login", "login ada", "signup", "signup ada"]
  private static let ofCounter = [
    "+", "-", "+5", "- 5", "set 40", "reset", "undo", "redo", "history", "history 5", "chart",
    "chart month", "rename tea", "delete",
  ]
  private static let ofAccount = [
    "list", "new tea", "open tea", "account", "password", "delete-account", "logout",
    "logout --everywhere", "screen",
  ]

  @Test(arguments: always + entrances)
  func `logged out, one can log in, sign up, get help and quit`(line: String) throws {
    #expect(throws: Never.self) { try LineRequest(line).check(in: .signedOut) }
  }

  @Test(arguments: ofCounter + ofAccount)
  func `logged out, everything else needs a login`(line: String) {
    #expect(throws: Refusal.notLoggedIn) { try LineRequest(line).check(in: .signedOut) }
  }

  @Test(arguments: always + ofCounter + ofAccount)
  func `logged in, everything but another login works`(line: String) throws {
    #expect(throws: Never.self) { try LineRequest(line).check(in: .signedIn(ada)) }
  }

  @Test func `logging in as oneself is possible`() throws {
    #expect(throws: Never.self) { try LineRequest("login ADA").check(in: .signedIn(ada)) }
  }

  @Test(arguments: ["login", "login bea", "signup", "signup ada"])
  func `logging in while logged in is refused`(line: String) {
    #expect(throws: Refusal.alreadyLoggedIn(ada)) {
      try LineRequest(line).check(in: .signedIn(ada))
    }
  }

  @Test(arguments: ["foo", "set", "'"])
  func `an unknown command is refused in every context`(line: String) throws {
    let refusal = try #require(throws: Refusal.self) { try LineRequest(line) }
    #expect(throws: refusal) { try LineRequest(line).check(in: .signedOut) }
    #expect(throws: refusal) { try LineRequest(line).check(in: .signedIn(ada)) }
  }
}
