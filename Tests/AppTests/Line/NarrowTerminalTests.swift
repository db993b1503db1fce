import Foundation
import Testing

@testable import Terminal

/// Text is wrapped at a terminal and nowhere else.
@Suite(.limited) struct NarrowTerminalTests {
  @Test func `At 50 columns, sentences and help are wrapped between words`() async throws {
    let tally = try await TallyProgram.ofAda()
    let terminal = try await tally.terminal(rows: 60, columns: 50)
    try await terminal.answer("ada/main> ", "+ 5")
    try await terminal.expect("\nCurrent count is 5\r\n")
    try await terminal.answer("ada/main> ", "foo")
    try await terminal.expect("\nUnknown command: foo. Type help for the commands\r\n")
    try await terminal.answer("ada/main> ", "new \(String(repeating: "a", count: 65))")
    try await terminal.expect("\nA counter's name has at most 64 characters\r\n")
    try await terminal.answer("ada/main> ", "open cups of green tea without milk")
    try await terminal.expect("\nThere is no counter named cups of green tea\r\nwithout milk\r\n")
    try await terminal.answer("ada/main> ", "help")
    try await terminal.expect("\nup NAME [AMOUNT]         add to a counter and\r\n")
    try await terminal.expect("                         print its new count\r\n")
    try await terminal.expect("list [PATTERN]           print every counter:\r\n")
    try await terminal.expect("                         name, count, target,\r\n")
  }

  @Test(arguments: [
    (50, ["two three four five six seven eight nine", "茶茶茶茶茶茶 ten"]),
    (80, ["two three four five six seven eight nine 茶茶茶茶茶茶 ten"]),
  ])
  func `Only sentences are wrapped, and only at a terminal`(columns: Int, lines: [String])
    async throws
  {
    let text = "two three four five six seven eight nine 茶茶茶茶茶茶 ten"
    let terminal = try PseudoTerminal(columns: UInt16(columns))
    let shown = Descriptor(number: terminal.programSide)
    let output = LineOutput(
      output: shown, errors: shown, environment: Environment { _ in nil }, visible: { $0 })
    try output.write(sentences: [text])
    output.writeError(text)
    try output.write([text])
    for line in lines + lines + [text] { try await terminal.expect("\(line)\r\n") }
    #expect(await terminal.transcript.split(separator: "\r\n").count == 2 * lines.count + 1)

    let (reader, writer) = try makePipe()
    defer { [reader, writer].forEach { close($0) } }
    let piped = Descriptor(number: writer)
    let data = LineOutput(output: piped, errors: piped, visible: { $0 })
    try data.write(sentences: [text])
    data.writeError(text)
    var bytes = [UInt8](repeating: 0, count: 1 << 12)
    let count = read(reader, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self) == "\(text)\n\(text)\n")
  }

  @Test func `At 50 columns, errors and usage are wrapped between words`()
    async throws
  {
    let tally = try await TallyProgram.ofAda()
    let refused = try await tally.terminal(["up", "coffee"], columns: 50)
    try await refused.expect(
      "tally: There is no counter named coffee. Create it\r\nwith --create\r\n")
    let misused = try await tally.terminal(["up"], columns: 40)
    try await misused.expect("\r\nUsage: tally up <name> [<amount>]\r\n[<options>]\r\n")
    let asked = try await tally.terminal(["help", "up"], columns: 40)
    try await asked.expect("\r\nUSAGE: tally up <name> [<amount>]\r\n[<options>]\r\n")
  }
}
