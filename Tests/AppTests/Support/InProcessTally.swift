import Data
import Domain
import Doubles
import Foundation
import Presentation
import Testing

@testable import Commands
@testable import Composition
@testable import LineToolkit
@testable import Terminal

/// Tally inside the test process, with a real store and weak hashes, for more input than separate
/// processes could take.
final class InProcessTally: Sendable {
  let clock = ManualClock()
  let store: SQLiteStore
  let useCases: UseCases
  let login: LocalLogin
  /// Output for people.
  let output: LineOutput
  /// Output for programs, which is not escaped.
  let dataOutput: LineOutput

  private static let metrics = TextMetrics(columns: 80, hasBlocks: true) { _ in 1 }

  private let home: TallyProgram
  private let results: Descriptor
  private let complaints: Descriptor
  private let data: Descriptor

  init() async throws {
    home = try TallyProgram()
    store = try await SQLiteStore(path: home.file("tally.db"), clock: clock)
    useCases = UseCases(
      store: store, hasher: Argon2idHasher(passes: 1, memoryBytes: 8_192),
      normalizer: UnicodeNormalizer(), calendar: SystemCalendar(), clock: clock)
    login = LocalLogin(
      useCases: useCases, sessionPath: home.file("session"), devicePath: home.file("device"),
      store: home.file("tally.db"), place: "tty1")
    results = try Self.open(home.file("results"), O_WRONLY | O_CREAT | O_APPEND)
    complaints = try Self.open(home.file("complaints"), O_WRONLY | O_CREAT | O_APPEND)
    data = try Self.open(home.file("data"), O_WRONLY | O_CREAT | O_APPEND)
    output = LineOutput(output: results, errors: complaints, visible: visible)
    dataOutput = LineOutput(output: data, errors: data, visible: { $0 })
  }

  deinit {
    for file in [results, complaints, data] { close(file.number) }
  }

  /// With ada's account, which is logged in by default.
  static func ofAda(staysLoggedIn: Bool = true) async throws -> InProcessTally {
    let tally = try await InProcessTally()
    let new = try await tally.useCases.signUp(
      username: "ada", password: secret(TallyProgram.password),
      repetition: secret(TallyProgram.password), on: try await tally.login.device())
    if staysLoggedIn { try await tally.login.save(new) }
    return tally
  }

  /// Runs a session in a pipe until it ends.
  @MainActor
  func session(_ lines: [UInt8]) async throws -> TallyProgram.Run {
    try await run {
      try await reading(lines) { await session(reading: $0, report: report(isInteractive: false)) }
    }
  }

  /// Runs a session until it ends. Returns the refusal that ended it, if any.
  @MainActor
  func session(reading input: any LineInput, report: ErrorReport) async -> Refusal? {
    await LineSession(
      flow: await login.flow(), input: input, output: output,
      report: report, metrics: { Self.metrics }, calendar: FixedCalendar(), openScreen: {},
      makeContext: { self.context(input: PipeInput()) }
    ).run()
  }

  /// Runs a command that reads no input.
  func command(_ command: (CommandContext) async throws(Refusal) -> Void) async throws
    -> TallyProgram.Run
  {
    try await run {
      try await reading([]) { input in
        do throws(Refusal) {
          try await command(context(input: input))
          return nil
        } catch {
          report(isInteractive: false)(error)
          return error
        }
      }
    }
  }

  /// The result of something that may end with a refusal.
  private func run(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Refusal?
  ) async throws -> TallyProgram.Run {
    for file in [results, complaints] { ftruncate(file.number, 0) }
    let end = try await body()
    return TallyProgram.Run(
      status: end?.exitStatus ?? 0, output: try text(of: "results"),
      errors: try text(of: "complaints"))
  }

  /// Prints refusals for a person or for a script.
  func report(isInteractive: Bool) -> ErrorReport {
    ErrorReport(output: output, isInteractive: isInteractive, isVerbose: true)
  }

  /// The context of a command. File names are replaced by unused ones; an import reads what was
  /// exported, or the input's lines.
  func context(input: PipeInput) -> CommandContext {
    let export = home.file("export")
    let isExported = clock.now.milliseconds.isMultiple(of: 3_000)
    let source = isExported ? export : home.file("lines")
    return CommandContext(
      useCases: useCases, login: login,
      maintenance: Bystander(store: store, copy: home.file("copy")),
      serverURL: { "https://192.168.1.2:8443" },
      calendar: FixedCalendar(), output: output, dataOutput: dataOutput,
      metrics: { Self.metrics },
      isQuiet: false,
      inputs: CommandInputs(person: { () throws(Refusal) in nil }, lines: { input }),
      files: CommandFiles(
        sink: { _ throws(Refusal) in try OutputFile(path: export) },
        source: { _, form throws(Refusal) in
          try TransferCodec.rows(ofFile: source, form: form)
        }),
      progress: Progress(clock: clock, show: nil))
  }

  /// Backs up to one fixed place, and keeps the output out of the checked text.
  private struct Bystander: StoreMaintenance {
    let store: any StoreMaintenance
    let copy: String

    func backUp(to path: String) async throws(Refusal) { try await store.backUp(to: copy) }
    func backUp(
      through write: @Sendable ([UInt8]) throws(Refusal) -> Void
    ) async throws(Refusal) { try await store.backUp { _ throws(Refusal) in } }
    func faults() async throws(Refusal) -> [StoreFault] { try await store.faults() }
    func durability() async throws(Refusal) -> Durability? { try await store.durability() }
    func checkWriting() async throws(Refusal) { try await store.checkWriting() }
  }

  /// Runs `body` with lines that are read from a file as from a pipe.
  func reading<Result>(
    _ lines: [UInt8], readsAhead: Bool = true, isolation: isolated (any Actor)? = #isolation,
    _ body: (PipeInput) async throws -> Result
  ) async throws -> Result {
    try Data(lines).write(to: URL(fileURLWithPath: home.file("lines")))
    let input = try Self.open(home.file("lines"), O_RDONLY)
    defer { close(input.number) }
    return try await body(PipeInput(input: input, readsAhead: readsAhead))
  }

  private static func open(_ path: String, _ flags: Int32) throws -> Descriptor {
    let number = Foundation.open(path, flags | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw SystemError("open \(path)") }
    return Descriptor(number: number)
  }

  /// Checks that all output is escaped and the store undamaged.
  func expectOrder(_ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation)
    async throws
  {
    let shown = try text(of: "results") + text(of: "complaints")
    let dangerous = shown.split(separator: "\n").first { visible(String($0)) != $0 }
    #expect(dangerous == nil, comment, sourceLocation: sourceLocation)
    let control = try text(of: "data").unicodeScalars.first {
      $0 != "\n" && $0.properties.generalCategory == .control
    }
    #expect(control == nil, comment, sourceLocation: sourceLocation)
    #expect(try await store.faults() == [], comment, sourceLocation: sourceLocation)
    #expect(shown.contains("Logged in as ada"), comment, sourceLocation: sourceLocation)
  }

  private func text(of name: String) throws -> String {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: home.file(name)))
    return try #require(String(validating: bytes, as: UTF8.self))
  }
}
