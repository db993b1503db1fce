import Domain
import Doubles
import Foundation
import Synchronization
import Testing

@testable import LineToolkit
@testable import Terminal

/// Serialised, because signals belong to the whole process.
@Suite(.limited, .serialized) struct TerminalInputTests {
  private let terminal: PseudoTerminal
  private let program: TallyProgram
  private let input: TerminalInput

  init() throws {
    _ = TextLocale.adopted
    noteModeAtStop
    terminal = try PseudoTerminal()
    terminalAtSignal.store(terminal.programSide, ordering: .relaxed)
    modeAtSignal.store(-1, ordering: .relaxed)
    program = try TallyProgram()
    let side = Descriptor(number: terminal.programSide)
    input = try TerminalInput(
      input: side, output: side, historyPath: program.file("history"),
      visible: { $0.replacingOccurrences(of: "\u{202E}", with: "<202E>") })
  }

  /// The result of `read` while `person` types.
  private func reading<Line: Sendable>(
    _ read: @escaping @Sendable (TerminalInput) async throws(InputFault) -> Line,
    _ person: (PseudoTerminal) async throws -> Void
  ) async throws -> Line {
    async let line = read(input)
    do {
      try await person(terminal)
    } catch {
      // Otherwise the line would be read for ever.
      try await terminal.type("\u{3}")
      throw error
    }
    let watchdog = Task { [terminal] in
      try await Task.sleep(for: patience)
      try await terminal.type("\rtoo late\r")
    }
    defer { watchdog.cancel() }
    return try await line
  }

  private func command(
    completions: @escaping @Sendable (String) -> [String] = { _ in [] },
    _ person: (PseudoTerminal) async throws -> Void
  ) async throws -> InputLine {
    try await reading(
      { input throws(InputFault) in
        try await input.nextCommand(prompt: "main> ", completions: completions)
      },
      {
        try await $0.expect("main> ")
        try await person($0)
      })
  }

  private func secret(_ person: (PseudoTerminal) async throws -> Void) async throws -> (
    number: Int, secret: Secret
  ) {
    try await reading(
      { input throws(InputFault) in try await input.nextSecret(prompt: "Password: ") },
      {
        try await $0.expect("Password: ")
        try await person($0)
      })
  }

  @Test func `A line is edited and entered, in any script`() async throws {
    let line = try await command {
      try await $0.type("äb\u{7F}\u{7F}€😀\u{1}+ \u{5}\u{7F}\r")
    }
    #expect(line == InputLine(number: 1, text: "+ €"))
  }

  @Test func `A blank command is prompted again, but a blank answer is valid`() async throws {
    let line = try await command {
      try await $0.type("  \r")
      try await $0.expect("main> ")
      try await $0.type("list\r")
    }
    #expect(line == InputLine(number: 2, text: "list"))
    let answer = try await reading(
      { input throws(InputFault) in try await input.nextAnswer(prompt: "Username: ") },
      {
        try await $0.expect("Username: ")
        try await $0.type("\r")
      })
    #expect(answer == InputLine(number: 3, text: ""))
  }

  @Test func `Ctrl-C drops the line, and the next one is read`() async throws {
    await #expect(throws: InputFault.cancelled) {
      try await command { try await $0.type("delete\u{1}\u{3}") }
    }
    try await terminal.expect("^C\r\n")
    #expect(try await command { try await $0.type("list\r") }.text == "list")
  }

  @Test func `Ctrl-D ends the input on an empty line, and otherwise deletes`() async throws {
    #expect(try await command { try await $0.type("lisst\u{2}\u{2}\u{4}\r") }.text == "list")
    await #expect(throws: InputFault.end(cause: nil)) {
      try await command { try await $0.type("\u{4}") }
    }
  }

  @Test func `Text typed early is read line by line, and a password in it is not shown`()
    async throws
  {
    let first = try await command { try await $0.type("list\r+ 5\rlong enough 1\r\u{4}") }
    #expect(first.text == "list")
    #expect(try await command { _ in }.text == "+ 5")
    #expect(try await secret { _ in }.secret.text == "long enough 1")
    await #expect(throws: InputFault.end(cause: nil)) { try await command { _ in } }
    #expect(await !terminal.transcript.contains("long enough"))
  }

  @Test func `Typed text is hidden between two prompts, and shown afterwards`()
    async throws
  {
    let terminal = try PseudoTerminal()
    let side = Descriptor(number: terminal.programSide)
    func use() async throws {
      let input = try TerminalInput(
        input: side, output: side, historyPath: program.file("history"),
        visible: { $0 })
      #expect(try await !terminal.echoes)
      for _ in 0..<2 {
        async let line = input.nextCommand(prompt: "> ", completions: { _ in [] })
        try await terminal.expect("> ")
        try await terminal.type("list\r")
        _ = try await line
        #expect(try await !terminal.echoes)
      }
    }
    try await use()
    #expect(try await terminal.echoes)
  }

  @Test func `A line longer than the terminal is complete`() async throws {
    let long = String(repeating: "0123456789", count: 50)
    #expect(try await command { try await $0.type(long + "\u{1}\u{5}!\r") }.text == long + "!")
  }

  @Test func `Invalid UTF-8 is refused, and the next line is read`() async throws {
    await #expect(throws: InputFault.notUTF8(line: 1)) {
      _ = try await command { try await $0.type(bytes: [0x61, 0xE9, 0x0D]) }
    }
    #expect(try await command { try await $0.type("list\r") }.text == "list")
  }

  @Test func `Only lines to remember are kept in the history`() async throws {
    await input.remember(try await command { try await $0.type("list\r") })
    _ = try await command { try await $0.type("secret one\r") }
    #expect(try await command { try await $0.type("\u{1B}[A\r") }.text == "list")
    #expect(try program.text(of: "history") == "list\n")
  }

  @Test func `The arrow keys recall commands, but not answers`() async throws {
    await input.remember(try await command { try await $0.type("list\r") })
    _ = try await reading(
      { input throws(InputFault) in try await input.nextAnswer(prompt: "Username: ") },
      { try await $0.type("\u{1B}[Aada\r") })
    #expect(try await command { try await $0.type("\u{1B}[A\r") }.text == "list")
    let file = try program.text(of: "history")
    #expect(file == "list\n")
  }

  @Test func `Tab completes in any script, and lists ambiguous candidates`() async throws {
    let names = ["open kölsch", "open köln", "open \u{202E}x"]
    let line = try await command(completions: { text in names.filter { $0.hasPrefix(text) } }) {
      try await $0.type("open k\t")
      try await $0.expect("öl")
      try await $0.type("\t")
      try await $0.expect("kölsch  köln\r\n")
      try await $0.expect("main> open köl")
      try await $0.type("s\t")
      try await $0.expect("ch")
      try await $0.type("\r")
    }
    #expect(line.text == "open kölsch")
  }

  @Test func `The prompt and the list are escaped`() async throws {
    _ = try await reading(
      { input throws(InputFault) in
        try await input.nextCommand(prompt: "\u{202E}> ", completions: { _ in ["\u{202E}a", "b"] })
      },
      {
        try await $0.expect("<202E>> ")
        try await $0.type("\t")
        try await $0.expect("<202E>a  b")
        try await $0.type("x\r")
      })
    _ = try await reading(
      { input throws(InputFault) in try await input.nextSecret(prompt: "\u{202E}: ") },
      {
        try await $0.expect("<202E>: ")
        try await $0.type("x\r")
      })
  }

  @Test func `A password is hidden and can be edited`() async throws {
    let secret = try await secret {
      #expect(try await !$0.echoes)
      try await $0.type("nonsense\u{15}two words\u{17}ß\u{7F}wörter\r")
    }
    #expect(secret.secret.text == "two wörter")
    try await terminal.expect("\r\n")
    #expect(await terminal.transcript == "Password: \r\n")
  }

  @Test(arguments: [
    ("abc\u{3}", InputFault.cancelled), ("\u{4}", .end(cause: nil)),
    ("a\u{0}b\r", .notUTF8(line: 1)),
  ])
  func `A cancelled password is an error, and the next line is read`(
    typed: String, fault: InputFault
  ) async throws {
    await #expect(throws: fault) { try await secret { try await $0.type(typed) } }
    #expect(try await command { try await $0.type("list\r") }.text == "list")
  }

  @Test func `An overlong password stays overlong`() async throws {
    let typed = String(repeating: "é", count: 800)
    let secret = try await secret { try await $0.type(typed + "\r") }
    #expect(secret.secret.text == String(repeating: "é", count: 513))
  }

  @Test func `A stop restores the terminal, while a line or a password is typed`()
    async throws
  {
    let secret = try await secret {
      try await $0.type("geh")
      kill(getpid(), SIGTSTP)
      try await $0.expect("Password: ")
      #expect(modeAtSignal.exchange(-1, ordering: .relaxed) == 1)
      #expect(try await !$0.echoes)
      try await $0.type("eim\r")
    }
    #expect(secret.secret.text == "geheim")
    let line = try await command {
      try await $0.type("li")
      try await $0.expect("li")
      kill(getpid(), SIGTSTP)
      try await $0.expect("main> li")
      #expect(modeAtSignal.exchange(-1, ordering: .relaxed) == 1)
      try await $0.type("st\r")
    }
    #expect(line.text == "list")
  }

  @Test func `A stop takes effect before a screen opened from the line continues`() throws {
    let screen = try SignalPipe([SIGTSTP], for: .screen)
    TerminalMode.restore()
    screen.deliver(SIGTSTP)
    #expect(modeAtSignal.load(ordering: .relaxed) == 1)
  }

  @Test func `A shell that used the terminal in between loses nothing`() async throws {
    let secret = try await secret {
      try await $0.showTyping()
      kill(getpid(), SIGCONT)
      try await $0.expect("Password: ")
      #expect(try await !$0.echoes)
      try await $0.type("geheim\r")
    }
    #expect(secret.secret.text == "geheim")
    let line = try await command {
      try await $0.type("ist")
      try await $0.expect("ist")
      try await $0.showTyping()
      kill(getpid(), SIGCONT)
      try await $0.expect("main> ist")
      #expect(try await !$0.echoes)
      try await $0.type("\u{1}l\r")
    }
    #expect(line.text == "list")
  }
}

/// Replaces a stop signal, which would stop the tests.
private let noteModeAtStop: Void = {
  _ = signal(SIGTSTP) { _ in
    var mode = termios()
    tcgetattr(terminalAtSignal.load(ordering: .relaxed), &mode)
    let usual = tcflag_t(ECHO | ICANON)
    modeAtSignal.store(mode.c_lflag & usual == usual ? 1 : 0, ordering: .relaxed)
  }
}()

private let terminalAtSignal = Atomic<Int32>(-1)
/// 1 if the terminal was in its normal mode, 0 if not, -1 before a signal.
private let modeAtSignal = Atomic<Int32>(-1)
