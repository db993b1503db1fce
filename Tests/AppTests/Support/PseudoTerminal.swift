import Dispatch
import Foundation
import Testing

@testable import Terminal

/// A terminal that a test types at and reads from.
actor PseudoTerminal {
  /// A text did not appear in time; an issue has been recorded.
  struct Unmet: Error {}

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }
  /// The descriptor for the program.
  nonisolated let programSide: Int32

  private let executor = BlockingExecutor(label: "test.terminal")
  private var testSide: Int32
  private var child: ChildProcess?
  private var ending: Int32 = -1
  private var status: Int32?
  private var shown: [UInt8] = []
  /// How much of the output earlier expectations have consumed.
  private var met = 0

  /// A terminal of this size, without a program.
  init(rows: UInt16 = 24, columns: UInt16 = 80) throws {
    testSide = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    var isLocked: Int32 = 0
    var number: Int32 = 0
    guard testSide >= 0, ioctl(testSide, Request.setLock, &isLocked) == 0,
      ioctl(testSide, Request.getNumber, &number) == 0
    else { throw SystemError("/dev/ptmx") }
    programSide = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard programSide >= 0 else { throw SystemError("/dev/pts/\(number)") }
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(testSide, UInt(TIOCSWINSZ), &size) == 0 else { throw SystemError("ioctl") }
  }

  deinit {
    if status == nil { child?.send(SIGKILL) }
    [testSide, programSide, ending].forEach { Foundation.close($0) }
  }

  /// Starts a program in its own session with this terminal.
  func start(_ path: String, _ arguments: [String] = [], environment: [String: String]) throws {
    let child = try ChildProcess(
      "/usr/bin/setsid", ["--ctty", "--wait", path] + arguments, environment: environment,
      input: programSide, output: programSide, errors: programSide)
    let (reader, writer) = try makePipe()
    self.child = child
    ending = reader
    DispatchQueue(label: "test.ending").async {
      var status = child.wait()
      _ = write(writer, &status, MemoryLayout.size(ofValue: status))
      Foundation.close(writer)
    }
  }

  /// Types the text. Enter is `\r`, Ctrl-C `\u{3}`.
  func type(_ text: String) throws {
    try type(bytes: Array(text.utf8))
  }

  /// Types a text without echo, and waits until the program has read it.
  func typeUnseen(_ text: String) throws {
    let expected = try countOfRead() + text.utf8.count
    try type(text)
    let deadline = ContinuousClock.now + patience
    while try countOfRead() < expected {
      guard ContinuousClock.now < deadline else { throw SystemError("read", code: ETIMEDOUT) }
      sched_yield()
    }
  }

  /// How many bytes the program has read in total.
  private func countOfRead() throws -> Int {
    guard let program else { throw SystemError("nobody reads", code: ESRCH) }
    let counts = try String(contentsOfFile: "/proc/\(program)/io", encoding: .utf8)
    guard let match = counts.firstMatch(of: /rchar: (\d+)/), let count = Int(match.1) else {
      throw SystemError("/proc/\(program)/io")
    }
    return count
  }

  /// Types any bytes.
  func type(bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(testSide, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // A program that is busy writing continues to read once its output is taken.
        guard wait(until: .now + patience) else { throw SystemError("type", code: ETIMEDOUT) }
      } else if errno != EINTR {
        throw SystemError("type")
      }
    }
  }

  /// Waits for the text after the last match. Ends early, with an issue, when the file `forbidden`
  /// appears.
  func expect(
    _ text: String, forbidding forbidden: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let deadline = ContinuousClock.now + patience
    while true {
      if let range = shown[met...].firstRange(of: Array(text.utf8)) {
        met = range.upperBound
        return
      }
      if let forbidden {
        if FileManager.default.fileExists(atPath: forbidden) {
          Issue.record("\(forbidden) was made", sourceLocation: sourceLocation)
          break
        }
        let isNews = wait(until: min(deadline, .now + .milliseconds(100)))
        guard isNews || status == nil && ContinuousClock.now < deadline else { break }
      } else {
        guard wait(until: deadline) else { break }
      }
    }
    Issue.record(
      "expected \(text.debugDescription) in\n\(transcript)", sourceLocation: sourceLocation)
    throw Unmet()
  }

  /// Waits for a question, and types a line.
  func answer(
    _ question: String, _ line: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expect(question, sourceLocation: sourceLocation)
    try type(line + "\r")
  }

  /// Waits until the whole transcript meets `condition`.
  func wait(
    until condition: @Sendable (_ shown: [UInt8]) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let deadline = ContinuousClock.now + patience
    while !condition(shown) {
      guard wait(until: deadline) else {
        let end = status.map { "the program ended with \($0)" } ?? "the program still runs"
        Issue.record("\(end) after\n\(transcript)", sourceLocation: sourceLocation)
        throw Unmet()
      }
    }
  }

  /// All output, with control sequences.
  var transcript: String { String(decoding: shown, as: UTF8.self) }

  /// Whether echo is on.
  var echoes: Bool {
    get throws { try mode().c_lflag & tcflag_t(ECHO) != 0 }
  }

  /// Turns echo on, as a shell does after a program.
  func showTyping() throws {
    var mode = try mode()
    mode.c_lflag |= tcflag_t(ECHO | ICANON)
    guard tcsetattr(programSide, TCSANOW, &mode) == 0 else { throw SystemError("tcsetattr") }
  }

  private func mode() throws -> termios {
    var mode = termios()
    guard tcgetattr(programSide, &mode) == 0 else { throw SystemError("tcgetattr") }
    return mode
  }

  /// Changes the size, and notifies the program.
  func resize(rows: UInt16, columns: UInt16) throws {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(testSide, UInt(TIOCSWINSZ), &size) == 0 else { throw SystemError("ioctl") }
  }

  /// The started program.
  var program: pid_t? { child?.identifier }

  /// Closes the terminal like a window, and waits for the program to end.
  func hangUp() throws {
    Foundation.close(testSide)
    testSide = -1
    var code: Int32 = 0
    guard isReadable([ending], until: .now + patience),
      read(ending, &code, MemoryLayout.size(ofValue: code)) > 0
    else { throw SystemError("hang up", code: ETIMEDOUT) }
    status = code
  }

  /// Sends a signal to the program.
  func send(_ signal: Int32) {
    child?.send(signal)
  }

  /// Waits for the program to end. Returns its exit status, or the negated signal.
  func waitForEnd(sourceLocation: SourceLocation = #_sourceLocation) throws -> Int32 {
    let deadline = ContinuousClock.now + patience
    while status == nil, wait(until: deadline) {}
    collect()
    if let status { return status }
    Issue.record("the program still runs after\n\(transcript)", sourceLocation: sourceLocation)
    throw Unmet()
  }

  /// Waits for new output; returns whether there is some.
  private func wait(until deadline: ContinuousClock.Instant) -> Bool {
    let sources = status == nil && child != nil ? [testSide, ending] : [testSide]
    // The last output is read before the end is handled.
    if status != nil { return collect() }
    guard isReadable(sources, until: deadline) else { return false }
    if collect() { return true }
    var code: Int32 = 0
    guard child != nil, read(ending, &code, MemoryLayout.size(ofValue: code)) > 0 else {
      return false
    }
    status = code
    return true
  }

  @discardableResult
  private func collect() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 12)
    let before = shown.count
    while case let count = read(testSide, &chunk, chunk.count), count > 0 {
      shown += chunk[..<count]
    }
    return shown.count > before
  }
}

/// Linux's TIOCSPTLCK and TIOCGPTN. Swift imports neither these macros nor the POSIX functions for
/// them.
private enum Request {
  static let setLock: UInt = 0x4004_5431
  static let getNumber: UInt = 0x8004_5430
}
