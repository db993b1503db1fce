import Data
import Domain
import Doubles
import Foundation
import Presentation
import Testing

@testable import App

/// The program put together within the tests, over a real store and weak hashes, so that it can be
/// given more than processes could be started for.
struct InProcessTally {
  let clock = ManualClock()
  let store: SQLiteStore
  let useCases: UseCases
  let report: ErrorReport
  let output: LineOutput
  /// For programs, to which text goes as it is.
  let dataOutput: LineOutput
  private let home: TallyProgram

  init() throws {
    home = try TallyProgram()
    store = try SQLiteStore(path: home.file("tally.db"), clock: clock)
    useCases = UseCases(
      store: store, savedLogin: MemorySavedLogin(),
      hasher: Argon2idHasher(passes: 1, memoryBytes: 8_192), textForm: UnicodeTextForm(),
      days: LocalDays(), clock: clock, place: "tty1")
    let shown = try Self.open(home.file("shown"), O_WRONLY | O_CREAT)
    output = LineOutput(output: shown, errors: shown, visible: visible)
    let data = try Self.open(home.file("data"), O_WRONLY | O_CREAT)
    dataOutput = LineOutput(output: data, errors: data, visible: { $0 })
    report = ErrorReport(output: output, isInteractive: true, isVerbose: true)
  }

  /// Does something with lines that are read from a file as they would be from a pipe.
  func reading<Result>(
    _ lines: [UInt8], readsAhead: Bool = true, isolation: isolated (any Actor)? = #isolation,
    _ body: (PipeInput) async throws -> Result
  ) async throws -> Result {
    try Data(lines).write(to: URL(fileURLWithPath: home.file("lines")))
    let input = try Self.open(home.file("lines"), O_RDONLY)
    defer { close(input.number) }
    return try await body(PipeInput(input: input, readsAhead: readsAhead, wipe: wipeMemory))
  }

  /// A descriptor that is closed with the tests' process.
  private static func open(_ path: String, _ flags: Int32) throws -> Descriptor {
    let number = Foundation.open(path, flags | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw SystemError("open") }
    return Descriptor(number: number)
  }

  /// A file of the folder that is gone with the tests.
  func file(_ name: String) -> String { home.file(name) }

  /// Whether all that was shown can be shown to anybody, and the store is whole.
  func expectOrder(_ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation)
    async throws
  {
    let shown = try text(of: "shown")
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
