import Dispatch
import Domain
import Platform
import Synchronization

/// Writes a result, in the user's pager if it is longer than the screen.
package final class PagedOutput {
  private enum Way {
    /// Writes nothing until it is known whether the result fits the screen.
    case waiting(lines: [String], rows: Int)
    case plain
    case pager(Pager)
    /// The user has left the pager.
    case left
  }

  /// A terminal and its pager.
  struct Reader: Sendable {
    /// The shell command of the pager.
    let command: String
    /// The number of rows of the screen.
    let rows: Int
    /// The number of rows of a line.
    let height: @Sendable (String) -> Int
  }

  private let output: LineOutput
  private let reader: Reader?
  private var way: Way

  /// Creates an output for a terminal; `nil` without a terminal or a pager.
  init(_ output: LineOutput, reader: Reader?) {
    self.output = output
    self.reader = reader
    way = reader == nil ? .plain : .waiting(lines: [], rows: 0)
  }

  /// Whether the rest is not needed.
  package var isLeft: Bool { if case .left = way { true } else { false } }

  /// Writes the next lines.
  ///
  /// - Throws: `Refusal.output(.failed)`.
  package func write(_ lines: [String]) throws(Refusal) {
    switch way {
    case .left: return
    case .plain: try output.write(lines)
    case .pager(let pager): try write(output.text(of: lines), to: pager)
    case .waiting(let before, let rows):
      guard let reader else { return }
      let rows = lines.reduce(rows) { $0 + reader.height($1) }
      way = .waiting(lines: before + lines, rows: rows)
      // The prompt takes one row.
      guard rows >= reader.rows else { return }
      guard let pager = Pager(reader.command) else { return try writePlainly(before + lines) }
      way = .pager(pager)
      try write(output.text(of: before + lines), to: pager)
    }
  }

  /// Waits until everything has been read.
  ///
  /// - Throws: `Refusal.output(.failed)`.
  package func end() async throws(Refusal) {
    switch way {
    case .left, .plain: return
    case .waiting(let lines, _): try writePlainly(lines)
    case .pager(let pager): if let unread = await pager.end() { try output.write(text: unread) }
    }
  }

  private func writePlainly(_ lines: [String]) throws(Refusal) {
    way = .plain
    if !lines.isEmpty { try output.write(lines) }
  }

  private func write(_ text: String, to pager: Pager) throws(Refusal) {
    if pager.write(text) { return }
    guard let unread = pager.wait() else {
      way = .left
      return
    }
    way = .plain
    try output.write(text: unread)
  }
}

extension LineOutput {
  /// Creates the output for a result that may be longer than the screen.
  package var paged: PagedOutput { PagedOutput(self, reader: reader) }

  /// Writes a result that may be longer than the screen.
  ///
  /// - Throws: like `write(_:)`.
  package func writePaged(_ lines: [String]) async throws(Refusal) {
    let paged = paged
    try paged.write(lines)
    try await paged.end()
  }

  /// Writes the parser's help. The parser wraps all lines for the terminal except the usage.
  ///
  /// - Throws: like `write(_:)`.
  package func write(help text: String) async throws(Refusal) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    try await writePaged(
      lines.flatMap { $0.hasPrefix("USAGE: ") ? broken([$0], for: output) : [$0] })
  }

  /// The terminal and its pager, unless `PAGER` is empty.
  private var reader: PagedOutput.Reader? {
    guard output == .output, output.isTerminal, Descriptor.input.isTerminal, let rows = output.rows
    else { return nil }
    let command = environment["PAGER"] ?? "less -FRX"
    guard !command.isEmpty else { return nil }
    let metrics = TextLocale.adopted.metrics(environment: environment, to: output)
    return PagedOutput.Reader(command: command, rows: rows) { line in
      max(1, (metrics.width(of: line) + metrics.columns - 1) / metrics.columns)
    }
  }
}

/// A running pager.
final class Pager: Sendable {
  /// The capacity of a pipe. A pager that was given less may not have shown anything.
  private static let unreadBytes = 1 << 16

  private static let actionsBefore = Mutex<[(signal: Int32, action: sigaction)]>([])

  private let process: pid_t
  private let pipe: Descriptor
  private let text = Mutex<String?>("")

  /// Starts the command in a shell; `nil` if that fails.
  init?(_ command: String) {
    var ends: [Int32] = [-1, -1]
    guard Platform.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    TerminalMode.restore()
    Self.ignoreInterruptions()
    let started = Self.start(command, input: ends[0])
    close(ends[0])
    pipe = Descriptor(number: ends[1])
    process = started ?? 0
    if started == nil { finish() }
    guard started != nil else { return nil }
  }

  /// Writes text to the pager.
  ///
  /// - Returns: whether it accepts more.
  func write(_ more: String) -> Bool {
    text.withLock { text in
      // A longer text was read at least in part, so it is not shown again.
      text = text.flatMap { $0.utf8.count > Self.unreadBytes ? nil : $0 + more }
    }
    return (try? pipe.write(more)) != nil
  }

  /// Waits for the pager to end, without blocking a cooperative thread.
  ///
  /// - Returns: the text, if the pager failed to show it.
  func end() async -> String? {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "tally.pager").async {
        continuation.resume(returning: self.wait())
      }
    }
  }

  /// Waits for the pager to end.
  ///
  /// - Returns: the text, if the pager failed to show it.
  func wait() -> String? {
    close(pipe.number)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    finish()
    // A pager that was ended by a signal has not failed.
    let hasFailed = status & 0x7F == 0 && status >> 8 != 0
    return hasFailed ? text.withLock { $0 } : nil
  }

  private func finish() {
    Self.heedInterruptions()
    TerminalMode.hush()
  }

  /// Ignores Ctrl-C while the pager, which handles it, is running.
  private static func ignoreInterruptions() {
    actionsBefore.withLock { actions in
      actions = [SIGINT, SIGQUIT].map { signal in
        var ignored = sigaction()
        ignored.__sigaction_handler.sa_handler = SIG_IGN
        var previous = sigaction()
        sigaction(signal, &ignored, &previous)
        return (signal, previous)
      }
    }
  }

  private static func heedInterruptions() {
    actionsBefore.withLock { actions in
      for (signal, var action) in actions { sigaction(signal, &action, nil) }
      actions = []
    }
  }

  private static func start(_ command: String, input: Int32) -> pid_t? {
    var files = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&files)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&files)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO)
    // Restores the signals that Tally ignores.
    var usual = sigset_t()
    var none = sigset_t()
    sigemptyset(&usual)
    sigemptyset(&none)
    for signal in [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ] { sigaddset(&usual, signal) }
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    let words = ["sh", "-c", command].map { (word: String) in strdup(word) }
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    guard posix_spawn(&process, "/bin/sh", &files, &attributes, words + [nil], environ) == 0 else {
      return nil
    }
    return process
  }
}
