import Dispatch
import Foundation
import Testing

@testable import App

/// A terminal at which a test sits: it types, and waits for what appears.
actor PseudoTerminal {
  /// A text did not appear in time, which is recorded as an issue where it was expected.
  struct Unmet: Error {}

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }
  /// The side at which a program sits.
  nonisolated let programSide: Int32

  private let executor = BlockingExecutor(label: "test.terminal")
  private var testSide: Int32
  private var child: ChildProcess?
  private var ending: Int32 = -1
  private var status: Int32?
  private var shown: [UInt8] = []
  /// How much of what was shown has met an expectation.
  private var met = 0

  /// A terminal of that many rows and columns, with nobody at the other side yet.
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

  /// Starts a program in a session of its own whose terminal this one is.
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

  /// Types the text, and waits until the program has read it, though nothing of it may be seen.
  func typeUnseen(_ text: String) throws {
    let expected = try countOfRead() + text.utf8.count
    try type(text)
    let deadline = ContinuousClock.now + patience
    while try countOfRead() < expected {
      guard ContinuousClock.now < deadline else { throw SystemError("read", code: ETIMEDOUT) }
      sched_yield()
    }
  }

  /// How many bytes the program has read since it began, of whatever.
  private func countOfRead() throws -> Int {
    guard let program else { throw SystemError("nobody reads", code: ESRCH) }
    let counts = try String(contentsOfFile: "/proc/\(program)/io", encoding: .utf8)
    guard let match = counts.firstMatch(of: /rchar: (\d+)/), let count = Int(match.1) else {
      throw SystemError("/proc/\(program)/io")
    }
    return count
  }

  /// Types what need not be text.
  func type(bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(testSide, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // A program that is busy showing reads on once somebody takes what it shows.
        guard wait(until: .now + patience) else { throw SystemError("type", code: ETIMEDOUT) }
      } else if errno != EINTR {
        throw SystemError("type")
      }
    }
  }

  /// Waits until the text appears behind what was expected before. There is nothing to wait for any more once
  /// the file `forbidden` is there, which is an issue of its own.
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

  /// Waits until a question appears, and types a line.
  func answer(
    _ question: String, _ line: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expect(question, sourceLocation: sourceLocation)
    try type(line + "\r")
  }

  /// Waits until what was shown, all of it, is as `condition` says.
  func wait(
    until condition: @Sendable (_ shown: [UInt8]) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let deadline = ContinuousClock.now + patience
    while !condition(shown) {
      guard wait(until: deadline) else {
        Issue.record("what is shown is not so:\n\(transcript)", sourceLocation: sourceLocation)
        throw Unmet()
      }
    }
  }

  /// All that was shown, with the codes that steer the terminal.
  var transcript: String { String(decoding: shown, as: UTF8.self) }

  /// Whether the terminal shows what is typed.
  var echoes: Bool {
    get throws { try mode().c_lflag & tcflag_t(ECHO) != 0 }
  }

  /// Lets the terminal show what is typed, as a shell does that takes it back.
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

  /// Gives the terminal another size, which its program is told.
  func resize(rows: UInt16, columns: UInt16) throws {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(testSide, UInt(TIOCSWINSZ), &size) == 0 else { throw SystemError("ioctl") }
  }

  /// The program that was started.
  var program: pid_t? { child?.identifier }

  /// Closes the terminal, as a window is closed, and waits for the program's end.
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

  /// Waits for the program's end. Returns its exit status, or the negative of the signal that ended it.
  func waitForEnd(sourceLocation: SourceLocation = #_sourceLocation) throws -> Int32 {
    let deadline = ContinuousClock.now + patience
    while status == nil, wait(until: deadline) {}
    collect()
    if let status { return status }
    Issue.record("the program goes on after\n\(transcript)", sourceLocation: sourceLocation)
    throw Unmet()
  }

  /// Waits for something new; says whether there is.
  private func wait(until deadline: ContinuousClock.Instant) -> Bool {
    let sources = status == nil && child != nil ? [testSide, ending] : [testSide]
    // What a program showed last is read before its end is looked at.
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

/// Linux's requests TIOCSPTLCK and TIOCGPTN, macros that Swift does not import; the functions of POSIX
/// that wrap them are hidden from it as well.
private enum Request {
  static let setLock: UInt = 0x4004_5431
  static let getNumber: UInt = 0x8004_5430
}
