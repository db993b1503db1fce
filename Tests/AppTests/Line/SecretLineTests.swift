import Doubles
import Testing

@testable import Terminal

@Suite(.limited) struct SecretLineTests {
  private func typed(_ text: String) -> SecretLine {
    var line = SecretLine()
    text.utf8.forEach { line.append($0) }
    return line
  }

  @Test func `Backspace removes a whole character, and does nothing on an empty line`() {
    var line = typed("aß€😀")
    for rest in ["aß€", "aß", "a", "", ""] {
      line.removeLastScalar()
      #expect(line.secret.text == rest)
    }
  }

  @Test func `A word is removed with the blanks after it`() {
    var line = typed("one two  ")
    line.removeLastWord()
    #expect(line.secret.text == "one ")
    line.removeLastWord()
    line.removeLastWord()
    #expect(line.secret.text == "")
  }

  @Test func `Characters beyond the limit are removed before kept ones`() {
    var line = typed(String(repeating: "a", count: 1_030))
    #expect(line.secret.count == 1_025)
    for _ in 0..<5 { line.removeLastScalar() }
    #expect(line.secret.count == 1_025)
    line.removeLastScalar()
    #expect(line.secret.count == 1_024)
    line.append(UInt8(ascii: "b"))
    #expect(line.secret.text == String(repeating: "a", count: 1_024) + "b")
  }

  @Test func `A cleared line starts over`() {
    var line = typed(String(repeating: "a", count: 2_000))
    line.removeAll()
    line.append(UInt8(ascii: "b"))
    #expect(line.secret.text == "b")
  }
}
