import Domain
import Presentation
import Testing

@testable import App

@Suite struct LineCompletionTests {
  private let context: LineContext
  private let names = ["Coffee", "coffee beans", "main", "tea"]

  init() throws {
    context = .signedIn(try Username("ada"))
  }

  @Test(arguments: [
    ("", ["signup ", "login ", "help", "quit"]),
    ("l", ["login "]),
    ("login", ["login "]),
    ("hel", ["help"]),
    ("und", []),
    ("open ", []),
  ])
  func `signed out, the commands are completed that can be given there`(
    text: String, candidates: [String]
  ) {
    #expect(LineCompletion.candidates(for: text, in: .signedOut, names: names) == candidates)
  }

  @Test func `a name that would press keys when it is inserted is not offered`() {
    #expect(
      LineCompletion.candidates(for: "open t", in: context, names: ["t\u{1B}[A", "t\n", "tea"])
        == ["open tea"])
  }

  @Test(arguments: [
    ("l", ["list", "logout", "logout everywhere"]),
    ("logout ", ["logout everywhere"]),
    ("de", ["delete", "delete account"]),
    ("re", ["reset", "redo", "rename "]),
    ("ch", ["chart "]),
    ("+", ["+ "]),
    ("si", []),
    ("x", []),
    ("help me", []),
  ])
  func `signed in, the commands of a session are completed`(text: String, candidates: [String]) {
    #expect(LineCompletion.candidates(for: text, in: context, names: names) == candidates)
  }

  @Test(arguments: [
    ("open ", ["open Coffee", "open coffee beans", "open main", "open tea"]),
    ("open c", ["open Coffee", "open coffee beans"]),
    ("open COFFEE ", ["open coffee beans"]),
    ("open x", []),
    ("open", ["open "]),
    ("rename c", []),
  ])
  func `behind open the counters are completed, whatever their case`(
    text: String, candidates: [String]
  ) {
    #expect(LineCompletion.candidates(for: text, in: context, names: names) == candidates)
  }
}
