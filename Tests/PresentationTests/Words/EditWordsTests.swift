import Domain
import Doubles
import Presentation
import Testing

@Suite(.limited) struct EditWordsTests {
  private static let edits: [(Edit, String)] = [
    (.add(5), "+5"),
    (.add(0), "+0"),
    (.add(-2), "-2"),
    (.add(.max), "+9223372036854775807"),
    (.add(.min), "-9223372036854775808"),
    (.set(40), "set 40"),
    (.set(-40), "set -40"),
    (.reset, "reset"),
    (.imported(changes: 1), "import of 1 change"),
    (.imported(changes: 312), "import of 312 changes"),
    (.revert(of: 5), "revert of +5"),
    (.revert(of: -2), "revert of -2"),
  ]

  @Test(arguments: edits)
  func `an edit is worded as it is typed`(edit: Edit, words: String) {
    #expect(edit.words == words)
    #expect(Change.Event.made(edit).words == words)
  }

  @Test(arguments: edits)
  func `an undo names what it undid in the history`(edit: Edit, words: String) {
    #expect(Change.Event.undid(edit, of: Change.ID("1")).words == "undo \(words)")
    #expect(Change.Event.redid(edit, of: Change.ID("1")).words == "redo \(words)")
  }

  @Test(arguments: edits)
  func `an undo and a redo are announced with the new count, a change is not`(
    edit: Edit, words: String
  ) {
    #expect(
      Change.Event.undid(edit, of: Change.ID("1")).notice(in: FixedCalendar()) == "Undid \(words)")
    #expect(
      Change.Event.redid(edit, of: Change.ID("1")).notice(in: FixedCalendar()) == "Redid \(words)")
    #expect(Change.Event.made(edit).notice(in: FixedCalendar()) == nil)
  }

  @Test func `a revert is announced with the time of what it took back`() {
    let event = Change.Event.reverted(
      5, number: 2, at: Timestamp(milliseconds: 1_795_251_600_000), of: Change.ID("1"))
    #expect(event.words == "revert of +5")
    #expect(event.notice(in: FixedCalendar()) == "Reverted +5 of 2026-11-21 09:00")
  }
}
