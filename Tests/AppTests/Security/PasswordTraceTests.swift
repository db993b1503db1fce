import Foundation
import Testing

/// Searches for traces of a password after a login.
@Suite(.limited) struct PasswordTraceTests {
  /// A unique password, searched for part by part.
  private struct Marker {
    private let parts: [String]

    init(_ parts: Int = 3) {
      self.parts = (0..<parts).map { _ in
        String((0..<8).map { _ in "bcdfghkmnpqrstvwxz23456789".randomElement() ?? "b" })
      }
    }

    var text: String { parts.joined() }

    func isIn(_ text: String) -> Bool { parts.contains { text.contains($0) } }

    func isIn(_ data: Data) -> Bool { parts.contains { data.range(of: Data($0.utf8)) != nil } }

    /// Where a part of it is in a program's memory.
    func places(in program: pid_t) throws -> [String] {
      try parts.flatMap { try ProcessMemory(program: program).places(of: Array($0.utf8)) }
    }

    /// Where a part of it is as pressed keys: ncurses uses 4 bytes per key, Tally 8.
    func placesOfKeys(in program: pid_t) throws -> [String] {
      try [4, 8].flatMap { size in
        try parts.flatMap { part in
          let keys = part.utf8.flatMap { [$0] + [UInt8](repeating: 0, count: size - 1) }
          return try ProcessMemory(program: program).places(of: keys)
        }
      }
    }
  }

  /// Searches the memory, environment and arguments of a running program.
  private func expectNoTrace(
    of markers: [Marker], in program: pid_t, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for marker in markers {
      let places = try marker.places(in: program)
      #expect(places == [], sourceLocation: sourceLocation)
      for file in ["cmdline", "environ"] {
        let content = try ProcessMemory(program: program).file(file)
        #expect(!marker.isIn(content), sourceLocation: sourceLocation)
      }
    }
  }

  /// Searches all files in the home folder and the terminal's transcript.
  private func expectNoTrace(
    of markers: [Marker], in tally: TallyProgram, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let files = try #require(FileManager.default.enumerator(atPath: tally.home))
    var count = 0
    while let name = files.nextObject() as? String {
      guard let content = FileManager.default.contents(atPath: tally.file(name)) else { continue }
      count += 1
      for marker in markers {
        #expect(!marker.isIn(content), "\(name)", sourceLocation: sourceLocation)
      }
    }
    #expect(count > 2, sourceLocation: sourceLocation)
  }

  @Test func `A complete session at a terminal leaves no trace`() async throws {
    let (marker, other, wrong) = (Marker(), Marker(), Marker())
    let tally = try TallyProgram()
    let terminal = try await tally.terminal()
    try await terminal.answer("tally> ", "signup ada")
    try await terminal.answer("Password: ", marker.text)
    try await terminal.answer("Repeat password: ", marker.text)
    try await terminal.answer("ada/main> ", "logout")
    try await terminal.answer("tally> ", "login ada")
    try await terminal.answer("Password: ", wrong.text)
    try await terminal.answer("tally> ", "login ada")
    // Corrections are part of it too.
    try await terminal.answer("Password: ", "x\u{7F}\(other.text)\u{15}\(marker.text)")
    try await terminal.answer("ada/main> ", "password")
    try await terminal.answer("Password: ", marker.text)
    try await terminal.answer("New password: ", other.text)
    try await terminal.answer("Repeat password: ", other.text)
    try await terminal.answer("ada/main> ", "delete-account")
    try await terminal.answer("Password: ", marker.text)
    try await terminal.answer("ada/main> ", "+5")
    try await terminal.expect("Current count is 5")
    try await terminal.expect("ada/main> ")

    let markers = [marker, other, wrong]
    try expectNoTrace(of: markers, in: try #require(await terminal.program))
    try expectNoTrace(of: markers, in: tally)
    let transcript = await terminal.transcript
    for marker in markers { #expect(!marker.isIn(transcript)) }
    try await terminal.type("quit\r")
    #expect(try await terminal.waitForEnd() == 0)
    try expectNoTrace(of: markers, in: tally)
  }

  @Test func `The full screen leaves no trace, whatever else was typed with the password`()
    async throws
  {
    let (marker, tally) = (Marker(1), try TallyProgram())
    let terminal = try await tally.terminal(["screen"])
    try await terminal.see("Sign up")
    try await terminal.type("sada\t\(marker.text)\t\(marker.text)\r")
    try await terminal.see("Type + to start counting")
    let program = try #require(await terminal.program)
    #expect(try marker.places(in: program) == [])
    #expect(try marker.placesOfKeys(in: program) == [])
    try expectNoTrace(of: [marker], in: tally)
  }

  @Test func `A session in a pipe leaves no trace`() async throws {
    let tally = try TallyProgram()
    let marker = Marker()
    let lines = "signup ada\n\(marker.text)\n\(marker.text)\nlogout\nlogin ada\n\(marker.text)\n"
    let output = "counting\nLogged out\nLogged in as ada\nType + to start counting\n"
    try await whileRunning(TallyProgram.path, in: tally, input: lines, until: output) { program in
      try expectNoTrace(of: [marker], in: program)
    }
    try expectNoTrace(of: [marker], in: tally)
  }

  @Test func `A password in any script leaves no trace`() async throws {
    let tally = try TallyProgram()
    let marker = Marker()
    let password = "\(marker.text)\u{E9}\u{1F9C0}"
    try await whileRunning(
      TallyProgram.path, in: tally, input: "signup ada\n\(password)\n\(password)\n",
      until: "counting"
    ) { program in
      try expectNoTrace(of: [marker], in: program)
    }
  }

  @Test func `Commands leave no trace in files`() async throws {
    let tally = try TallyProgram()
    let (marker, other) = (Marker(), Marker())
    for (command, input) in [
      ("signup ada", "\(marker.text)\n"), ("password", "\(marker.text)\n\(other.text)\n"),
    ] {
      let run = try await tally.run(
        command.components(separatedBy: " ") + ["--password-stdin", "--verbose"], input: input)
      #expect(run.status == 0)
      #expect(!marker.isIn(run.output + run.errors))
    }
    for arguments in [["export", "out"], ["backup", "copy.db"]] {
      let run = try await tally.run([arguments[0], tally.file(arguments[1])])
      #expect(run.status == 0)
    }
    try expectNoTrace(of: [marker, other], in: tally)
  }

  @Test func `A program that uses readLine is detected`() async throws {
    let tally = try TallyProgram()
    let marker = Marker()
    let control = "\(TallyProgram.folder)/ReadLineControl"
    try await whileRunning(control, in: tally, input: "\(marker.text)\n", until: "Logged in\n") {
      program in
      let places = try marker.places(in: program)
      #expect(!places.isEmpty)
    }
  }

  /// Gives a program a part of its input, and runs `body` while it waits for more.
  private func whileRunning(
    _ path: String, in tally: TallyProgram, input: String, until output: String,
    _ body: (pid_t) throws -> Void
  ) async throws {
    let (inputReader, inputWriter) = try makePipe()
    let (outputReader, outputWriter) = try makePipe()
    let child = try ChildProcess(
      path, [], environment: tally.environment, input: inputReader, output: outputWriter,
      errors: outputWriter)
    [inputReader, outputWriter].forEach { close($0) }
    let result: Result<Void, any Error>
    do {
      try await give(input, to: inputWriter, until: output, from: outputReader)
      result = .success(try body(child.identifier))
    } catch {
      result = .failure(error)
    }
    [inputWriter, outputReader].forEach { close($0) }
    _ = try await blocking { child.wait() }
    try result.get()
  }

  /// Gives a program its input, and waits until it printed `output`.
  private func give(_ input: String, to writer: Int32, until output: String, from reader: Int32)
    async throws
  {
    var bytes = Array(input.utf8)
    #expect(write(writer, &bytes, bytes.count) == bytes.count)
    let shown = try await blocking {
      var shown = ""
      var chunk = [UInt8](repeating: 0, count: 1 << 12)
      while !shown.contains(output), isReadable([reader], until: .now + patience) {
        let count = read(reader, &chunk, chunk.count)
        guard count > 0 else { break }
        shown += String(decoding: chunk[..<count], as: UTF8.self)
      }
      return shown
    }
    #expect(shown.contains(output))
  }
}
