import Foundation
import Programs

/// A session in a pipe, driven line by line, which may be killed at any time.
///
/// Its methods block, so call them inside `blocking`.
final class Conversation {
  private let child: ChildProcess
  private var input: Int32
  private let output: Int32
  private let errors: Int32
  private var heard: [UInt8] = []
  /// Whether a line did not come in time.
  private var isSilent = false
  private var isOver = false

  /// Starts `program`, by default the built one.
  init(
    _ program: String = TallyProgram.path, _ arguments: [String] = [],
    environment: [String: String]
  ) throws {
    let (inputReader, inputWriter) = try makePipe()
    let (outputReader, outputWriter) = try makePipe()
    let (errorReader, errorWriter) = try makePipe()
    defer { [inputReader, outputWriter, errorWriter].forEach { close($0) } }
    (input, output, errors) = (inputWriter, outputReader, errorReader)
    child = try ChildProcess(
      program, arguments, environment: environment,
      input: inputReader, output: outputWriter, errors: errorWriter)
  }

  deinit {
    if !isOver { _ = end(killing: true) }
  }

  /// Sends lines, which must fit into a pipe (64 KiB).
  func say(_ lines: String) {
    let bytes = Array(lines.utf8)
    // If nobody reads any more, `end` reports why.
    _ = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
  }

  /// Waits for the next line; `nil` at the end or after the deadline.
  func hear(until deadline: ContinuousClock.Instant = .now + patience) -> String? {
    while true {
      if let end = heard.firstIndex(of: UInt8(ascii: "\n")) {
        defer { heard.removeSubrange(...end) }
        return String(decoding: heard[..<end], as: UTF8.self)
      }
      guard isReadable([output], until: deadline) else {
        isSilent = true
        return nil
      }
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(output, &chunk, chunk.count)
      guard count > 0 else { return nil }
      heard += chunk[..<count]
    }
  }

  /// Kills the program.
  func kill() { child.send(SIGKILL) }

  /// Closes the input and waits for the end. Returns the exit status or the negated signal, the
  /// unread output, and the errors.
  func end(killing: Bool = false) -> TallyProgram.Run {
    if killing { kill() }
    close(input)
    input = -1
    isSilent = false
    var rest: [String] = []
    while let line = hear() { rest.append(line + "\n") }
    // A program that is still silent would never close its output.
    if isSilent { kill() }
    var complaints = [UInt8](repeating: 0, count: 1 << 16)
    let count = max(read(errors, &complaints, complaints.count), 0)
    let status = child.wait()
    isOver = true
    close(output)
    close(errors)
    return TallyProgram.Run(
      status: status, output: rest.joined(),
      errors: String(decoding: complaints[..<count], as: UTF8.self))
  }
}
