import Domain
import Presentation
import Testing

@testable import LineToolkit

@Suite(.limited) struct LineCompletionTests {
  private let context: LineContext
  private let names = ["Coffee", "coffee beans", "main", "tea"]

  init() throws {
    context = .signedIn(try Username("ada"))
  }

  private func candidates(for text: String, in context: LineContext) -> [String] {
    LineCompletion.candidates(
      for: text, in: context, names: { $0 == .listed ? names : ["old"] },
      members: { ["bea", "beth", "cyd"] })
  }

  @Test(arguments: [
    ("", ["signup ", "login ", "help ", "quit"]),
    ("l", ["login "]),
    ("login", ["login "]),
    ("hel", ["help "]),
    ("und", []),
    ("open ", []),
  ])
  func `logged out, only available commands are completed`(
    text: String, candidates: [String]
  ) {
    #expect(self.candidates(for: text, in: .signedOut) == candidates)
  }

  @Test func `a name with control characters is not offered`() {
    #expect(
      LineCompletion.candidates(
        for: "open t", in: context, names: { _ in ["t\u{1B}[A", "t\n", "tea"] }, members: { [] })
        == ["open tea"])
  }

  @Test(arguments: [
    ("l", ["list ", "leave ", "logout"]),
    ("logout --e", ["logout --everywhere"]),
    ("de", ["delete ", "delete-account"]),
    ("re", ["reset ", "redo ", "revert ", "rename ", "reset-password "]),
    ("up tea --c", ["up tea --create"]),
    ("list --format=j", []),
    ("ch", ["chart ", "check"]),
    ("+", ["+ "]),
    ("si", []),
    ("x", []),
    ("unarchive ", ["unarchive old"]),
    ("help me", ["help members"]),
    ("help un", ["help undo", "help unarchive", "help unshare", "help uninvite"]),
    ("help undo ", []),
    ("chart main --by w", ["chart main --by week", "chart main --by weekday"]),
    ("list -f ", ["list -f text", "list -f json", "list -f csv"]),
    ("list --st", []),
    ("share with b", ["share with bea", "share with beth"]),
    ("share tea ", ["share tea with"]),
    ("unshare 'coffee beans' with c", ["unshare 'coffee beans' with cyd"]),
    ("share tea with bea ", []),
    ("share tea with bea --vi", ["share tea with bea --view"]),
  ])
  func `logged in, session commands are completed`(text: String, candidates: [String]) {
    #expect(self.candidates(for: text, in: context) == candidates)
  }

  @Test(arguments: [
    ("open ", ["open Coffee", "open coffee beans", "open main", "open tea"]),
    ("open c", ["open Coffee", "open coffee beans"]),
    ("open COFFEE ", ["open coffee beans"]),
    ("open x", []),
    ("open", ["open "]),
    ("up c", ["up Coffee", "up 'coffee beans'"]),
    ("up 'cof", ["up Coffee", "up 'coffee beans'"]),
    ("undo m", ["undo main"]),
    ("up tea c", []),
    ("new c", []),
  ])
  func `counter names are completed where a command takes one, ignoring case`(
    text: String, candidates: [String]
  ) {
    #expect(self.candidates(for: text, in: context) == candidates)
  }

  @Test func `a name that looks like an option is completed so that it is a name`() throws {
    let names = ["-x", "--all of it", "-3 below", "#1", "tea #2"]
    let lines = LineCompletion.candidates(
      for: "open ", in: context, names: { $0 == .listed ? names : ["old"] }, members: { [] })
    #expect(
      lines == [
        "open -- -x", "open -- '--all of it'", "open -3 below", "open '#1'", "open 'tea #2'",
      ])
    for (line, name) in zip(lines, names) {
      guard case .scene(.open(name), _, _) = try LineRequest(line) else {
        return #expect(Bool(false), "\(line)")
      }
    }
  }

  @Test(arguments: [
    ("open ", ["open \u{301}x", "open ada/\u{301}x", "open ada/y"]),
    ("open \u{301}", ["open \u{301}x"]),
    ("open ada/", ["open ada/\u{301}x", "open ada/y"]),
    ("up 'ada/", ["up ada/\u{301}x", "up ada/y"]),
    ("undo \u{301}", ["undo \u{301}x"]),
    ("open cafe\u{301}", ["open caf\u{E9}"]),
  ])
  func `a name that begins with a combining mark is completed`(text: String, candidates: [String]) {
    let names = ["\u{301}x", "ada/\u{301}x", "ada/y"] + (text.contains("caf") ? ["caf\u{E9}"] : [])
    let found = LineCompletion.candidates(
      for: text, in: context, names: { $0 == .listed ? names : ["old"] }, members: { [] })
    #expect(found.map { Array($0.unicodeScalars) } == candidates.map { Array($0.unicodeScalars) })
  }
}
