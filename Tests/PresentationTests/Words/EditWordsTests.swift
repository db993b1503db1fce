import Domain
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
    #expect(Change.Event.undid(edit, of: Change.ID("1")).notice == "Undid \(words)")
    #expect(Change.Event.redid(edit, of: Change.ID("1")).notice == "Redid \(words)")
    #expect(Change.Event.made(edit).notice == nil)
  }
}
