import Dispatch
import Foundation
import Synchronization

/// An error of a system call.
public struct SystemError: Error, CustomStringConvertible {
  public let call: String
  public let code: Int32

  public init(_ call: String, code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  public var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// A child process with these descriptors as its input, output and errors.
public final class ChildProcess: Sendable {
  public let identifier: pid_t
  private let hasEnded = Mutex(false)

  public init(
    _ path: String, _ arguments: [String], environment: [String: String],
    input: Int32, output: Int32, errors: Int32
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, target) in [
      (input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO),
    ] {
      posix_spawn_file_actions_adddup2(&actions, number, target)
    }
    // The tests' threads block signals and ignore SIGPIPE; the program must do neither.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    let words = ([path] + arguments).map { strdup($0) }
    let settings = environment.map { strdup("\($0)=\($1)") }
    defer { (words + settings).forEach { free($0) } }
    var child: pid_t = 0
    let code = starting.withLock { _ in
      posix_spawn(&child, path, &actions, &attributes, words + [nil], settings + [nil])
    }
    guard code == 0 else { throw SystemError("posix_spawn \(path)", code: code) }
    identifier = child
  }

  /// Sends a signal, but to nobody once the end was waited for: another process may have got the
  /// identifier.
  public func send(_ signal: Int32) {
    hasEnded.withLock { hasEnded in
      if !hasEnded { kill(identifier, signal) }
    }
  }

  /// Waits for the end. Returns the exit status or the negated signal.
  public func wait() -> Int32 { waitForEnd().status }

  /// Waits for the end, and returns the processor time too.
  public func waitForEnd() -> End {
    var (status, usage): (Int32, rusage) = (0, rusage())
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    hasEnded.withLock { hasEnded in
      while wait4(identifier, &status, 0, &usage) < 0, errno == EINTR {}
      hasEnded = true
    }
    let signal = status & 0x7f
    return End(
      status: signal == 0 ? (status >> 8) & 0xff : -signal,
      workTime: [usage.ru_utime, usage.ru_stime].reduce(0) {
        $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000
      })
  }

  /// How a program ended.
  public struct End: Sendable {
    /// The exit status, or the negated signal.
    public let status: Int32
    /// The processor time in seconds, without waiting.
    public let workTime: Double
  }
}

/// Runs blocking system calls on their own thread.
public func blocking<Result: Sendable>(
  _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    // A shared queue runs too few blocks at once when all of them block.
    DispatchQueue(label: "test.blocking").async { continuation.resume(with: .init(catching: work)) }
  }
}

/// A pipe that no child process inherits.
public func makePipe() throws -> (reader: Int32, writer: Int32) {
  ignoreBrokenPipes
  return try starting.withLock { _ in
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}

/// Makes writing to a program that has ended an error instead of a signal.
private let ignoreBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

/// Otherwise a program started between the two steps of `makePipe` would hold the pipe open.
private let starting = Mutex(())
