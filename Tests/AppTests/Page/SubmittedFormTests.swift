import Domain
import Presentation
import Testing

@testable import PageToolkit

@Suite(.limited) struct SubmittedFormTests {
  @Test func `fields are taken once, and nothing may be left over`() throws {
    var form = try form("do=add&username=a%20b+%C3%A9&password=p%2Bq")
    #expect(form.deed == "add")
    #expect(try form.take(.username) == "a b é")
    #expect(try form.take(.username) == nil)
    #expect(throws: FormFault.self) { try form.end() }
    let taken = try form.takeSecret(.password)
    let secret = try #require(taken)
    #expect(secret.withBytes { Array($0) } == Array("p+q".utf8))
    try form.end()
    #expect(form.draft.texts == [.username: "a b é"])
  }

  @Test(arguments: [
    "do=add&do=add", "id=00000000000000000000000000000000&id=00000000000000000000000000000000",
    "x=1", "username=a&username=a",
  ])
  func `unknown and repeated fields are refused`(text: String) throws {
    var form = try form(text)
    _ = try form.take(.username)
    #expect(throws: FormFault.self) { try form.end() }
  }

  @Test(arguments: [
    "for=", "for=1", "for=.x", "for=.1.x", "for=.1.2.3", "a", "a=%", "a=%G0", "a=%2", "%FF=1",
    "do=%FF", "id=short",
    "id=0000000000000000000000000000000G", "do=a%00b", "do=\u{E9}",
    "a=1&b=1&c=1&d=1&e=1&f=1&g=1&h=1&i=1",
  ])
  func `a form that is not valid is refused`(text: String) {
    #expect(throws: FormFault.self) { try form(text) }
  }

  @Test(arguments: ["%00", "long enough%00", "%FF long enough", "%C3", "%ED%A0%80 surrogate"])
  func `what cannot be typed at a terminal is no password and no text`(typed: String) throws {
    var form = try form("password=\(typed)&username=\(typed)")
    #expect(throws: FormFault.self) { try form.takeSecret(.password) }
    #expect(throws: FormFault.self) { try form.take(.username) }
  }

  @Test func `a form says what it was made for`() throws {
    #expect(
      try form("for=5afe.7.12").subject == FormSubject(store: "5afe", account: 7, counter: 12))
    #expect(try form("for=.7").subject == FormSubject(store: "", account: 7))
    #expect(FormSubject(store: "5afe", account: 7, counter: 12).text == "5afe.7.12")
    #expect(try form("do=add").subject == nil)
  }

  @Test func `a button of another scene is refused`() throws {
    #expect(throws: FormFault.self) { try form("do=leave").choice(CounterScene.Choice.self) }
    #expect(try form("").choice(CounterScene.Choice.self) == nil)
  }

  @Test func `identifiers are 128 random bits`() {
    let ids = (1...1_000).map { _ in FormID().text }
    #expect(Set(ids).count == 1_000)
    #expect(ids.allSatisfy { FormID($0)?.text == $0 })
  }

  private func form(_ text: String) throws(FormFault) -> SubmittedForm {
    try SubmittedForm(Array(text.utf8))
  }
}
