import Domain
import Doubles
import Foundation
import Testing

@testable import Composition
@testable import LineToolkit
@testable import Terminal

@Suite(.limited) final class PipeInputTests {
  private var readers: [Int32] = []

  deinit {
    readers.forEach { close($0) }
  }

  /// An input of these bytes, then its end.
  private func input(_ bytes: [UInt8]) throws -> PipeInput {
    let (reader, writer) = try makePipe()
    readers.append(reader)
    DispatchQueue(label: "test.writer").async { feed(bytes, to: writer) }
    return PipeInput(input: Descriptor(number: reader))
  }

  private func input(_ text: String) throws -> PipeInput { try input(Array(text.utf8)) }

  private func command(of input: PipeInput) async throws(InputFault) -> InputLine {
    try await input.nextCommand(prompt: "unseen", completions: { _ in [] })
  }

  @Test func `Lines end with LF or CR LF, and the last one needs no line end`() async throws {
    let input = try input("\u{FEFF}list\r\n+ 5\r\r\nquit")
    #expect(try await command(of: input) == InputLine(number: 1, text: "list"))
    #expect(try await command(of: input) == InputLine(number: 2, text: "+ 5\r"))
    #expect(try await command(of: input) == InputLine(number: 3, text: "quit"))
    await #expect(throws: InputFault.end(cause: nil)) { try await command(of: input) }
    await #expect(throws: InputFault.end(cause: nil)) { try await command(of: input) }
  }

  @Test func `Blank lines are skipped as commands, but counted and valid as answers`() async throws
  {
    let input = try input("\n \t\nlogin\n\nlist\n")
    #expect(try await command(of: input) == InputLine(number: 3, text: "login"))
    #expect(try await input.nextAnswer(prompt: "") == InputLine(number: 4, text: ""))
    #expect(try await command(of: input).number == 5)
  }

  @Test func `Comments are skipped as commands, and are answers like any line`() async throws {
    let input = try input("# Morning\n \t#+\nlogin\n#ada\n+\n# Evening\n+\n")
    #expect(try await command(of: input) == InputLine(number: 3, text: "login"))
    #expect(try await input.nextAnswer(prompt: "") == InputLine(number: 4, text: "#ada"))
    let waiting = await input.arrivedCommands(limit: 9) { $0 == "+" ? $0 : nil }
    #expect(waiting.map(\.line.number) == [5, 7])
    let typed = try self.input("list\ntally +\n  tally\t-5\ntally list\n")
    // What follows a line that was read has arrived with it.
    _ = try await command(of: typed)
    let counted = await typed.arrivedCommands(limit: 9) { CountCommand(plainLine: $0) }
    #expect(counted.map(\.parsed) == [.add(1), .add(-5)])
  }

  @Test func `A line that is not UTF-8 is refused with its number`() async throws {
    let input = try input(Array("list\n".utf8) + [0xC3, 0x28, 0x0A] + Array("quit\n".utf8))
    #expect(try await command(of: input).number == 1)
    await #expect(throws: InputFault.notUTF8(line: 2)) { try await command(of: input) }
    #expect(try await command(of: input) == InputLine(number: 3, text: "quit"))
  }

  @Test func `A line of one mebibyte is read, and a longer one refused`() async throws {
    let longest = String(repeating: "a", count: 1 << 20)
    let input = try input("\(longest)\n\(longest)a\n")
    #expect(try await command(of: input).text == longest)
    await #expect(throws: InputFault.tooLong(line: 2)) { try await command(of: input) }
  }

  @Test func `A failed read ends the input with its cause`() async throws {
    let folder = open("/", O_RDONLY | O_CLOEXEC)
    let input = PipeInput(input: Descriptor(number: folder))
    await #expect(throws: InputFault.end(cause: "Is a directory")) { try await command(of: input) }
    close(folder)
  }

  @Test func `A password is the bytes of its line`() async throws {
    let input = try input("ada\nlong enough 1\r\nlist\n")
    #expect(try await input.nextAnswer(prompt: "").text == "ada")
    let password = try await input.nextSecret(prompt: "")
    #expect(password.number == 2)
    #expect(password.secret.text == "long enough 1")
    #expect(try await command(of: input).number == 3)
  }

  @Test(arguments: [[0x61, 0x00, 0x62], [0xFF], [0xC3], [0xED, 0xA0, 0x80]] as [[UInt8]])
  func `A password that contains NUL or is not UTF-8 is refused`(bytes: [UInt8]) async throws {
    let input = try input(bytes + [0x0A])
    await #expect(throws: InputFault.notUTF8(line: 1)) {
      try await input.nextSecret(prompt: "")
    }
  }

  @Test func `An overlong password stays overlong and valid UTF-8`() async throws {
    let input = try input(String(repeating: "é", count: 5_000) + "\n")
    #expect(
      try await input.nextSecret(prompt: "").secret.text == String(repeating: "é", count: 513))
  }

  @Test func `Waiting commands are taken up to the limit and while they are accepted`()
    async throws
  {
    let input = try input("+\n\n+\n+\nlist\n+")
    #expect(try await command(of: input).number == 1)
    let two = await input.arrivedCommands(limit: 1) { $0 == "+" ? $0 : nil }
    #expect(two.map(\.line.number) == [3])
    let rest = await input.arrivedCommands(limit: 9) { $0 == "+" ? $0 : nil }
    #expect(rest.map(\.line.number) == [4])
    #expect(try await command(of: input) == InputLine(number: 5, text: "list"))
    #expect(try await command(of: input) == InputLine(number: 6, text: "+"))
  }

  @Test func `Reading does not wait for commands that have not arrived`() async throws {
    let (reader, writer) = try makePipe()
    readers.append(reader)
    let input = PipeInput(input: Descriptor(number: reader))
    #expect(await input.arrivedCommands(limit: 9) { $0 }.isEmpty)
    try Descriptor(number: writer).write("+\n+\nhalf a li")
    #expect(await input.arrivedCommands(limit: 9) { $0 }.map(\.parsed) == ["+", "+"])
    try Descriptor(number: writer).write("ne\n")
    #expect(await input.arrivedCommands(limit: 9) { $0 }.map(\.parsed) == ["half a line"])
    close(writer)
  }

  @Test func `A hundred thousand lines arrive in large batches`() async throws {
    let input = try input(String(repeating: "+\n", count: 100_000))
    var batches = 0
    var lines = 0
    while let first = try? await command(of: input) {
      let more = await input.arrivedCommands(limit: 999) { $0 == "+" ? $0 : nil }
      lines = more.last?.line.number ?? first.number
      batches += 1
    }
    #expect(lines == 100_000)
    #expect(batches < 1_000)
  }
}
