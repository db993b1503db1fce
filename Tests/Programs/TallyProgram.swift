import Doubles
import Foundation

/// The built program with its own home folder, which is removed with this object.
public final class TallyProgram: Sendable {
  /// The result of a run.
  public struct Run: Sendable, Equatable {
    /// The exit status, or the negated signal.
    public let status: Int32
    public let output: String
    public let errors: String

    public init(status: Int32, output: String, errors: String) {
      self.status = status
      self.output = output
      self.errors = errors
    }
  }

  /// The folder of the built programs and tests.
  public static let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().path
  /// The path of the program.
  public static let path = "\(folder)/tally"

  private let folder: TemporaryFolder
  /// The home folder.
  public var home: String { folder.path }
  /// The program's whole environment, including the tests' own weakening variables.
  public let environment: [String: String]
  private static let weakness = ProcessInfo.processInfo.environment
    .filter { ["LD_PRELOAD", "FAULTS"].contains($0.key) }

  /// `additions` override the default environment.
  public init(
    on medium: TemporaryFolder.Medium = .memory, environment additions: [String: String] = [:]
  ) throws {
    folder = try TemporaryFolder(on: medium)
    let home = folder.path
    environment = [
      "HOME": home, "XDG_DATA_HOME": "\(home)/data", "XDG_STATE_HOME": "\(home)/state",
      "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC", "TERM": "xterm",
      "PAGER": "",
    ].merging(Self.weakness) { $1 }.merging(additions) { $1 }
  }

  /// The path of a file in the home folder.
  public func file(_ name: String) -> String { "\(home)/\(name)" }

  /// Runs the program with `input` in a pipe, until it ends.
  public func run(
    _ arguments: [String] = [], input: String = "", environment additions: [String: String] = [:]
  ) async throws -> Run {
    try await run(arguments, input: Array(input.utf8), environment: additions)
  }

  /// Runs the program with `input`, which need not be text, in a pipe, until it ends.
  public func run(
    _ arguments: [String] = [], input: [UInt8], environment additions: [String: String] = [:]
  ) async throws -> Run {
    try await Turnstile.programs.pass {
      try await Self.run(
        Self.path, arguments, input: input,
        environment: environment.merging(additions) { $1 })
    }
  }

  /// Runs any program with pipes at once, and kills it after `patience`.
  public static func run(
    _ path: String, _ arguments: [String], input: [UInt8], environment: [String: String],
    within patience: Duration = patience
  ) async throws -> Run {
    let (inputReader, inputWriter) = try makePipe()
    let (outputReader, outputWriter) = try makePipe()
    let (errorReader, errorWriter) = try makePipe()
    let child: ChildProcess
    do {
      defer { [inputReader, outputWriter, errorWriter].forEach { close($0) } }
      child = try ChildProcess(
        path, arguments, environment: environment,
        input: inputReader, output: outputWriter, errors: errorWriter)
    }
    async let written: Void = blocking { feed(input, to: inputWriter) }
    async let output = blocking { try readToEnd(outputReader, of: child, within: patience) }
    async let errors = blocking { try readToEnd(errorReader, of: child, within: patience) }
    async let status = blocking { child.wait() }
    try await written
    return Run(
      status: try await status, output: String(decoding: try await output, as: UTF8.self),
      errors: String(decoding: try await errors, as: UTF8.self))
  }
}

/// How long a test waits before it considers a program hung. It is much longer than anything takes
/// on a slow and busy machine; `TALLY_PATIENCE` changes it, in seconds.
public let patience = Duration.seconds(
  ProcessInfo.processInfo.environment["TALLY_PATIENCE"].flatMap { Int($0) } ?? 300)

/// Looks again and again until the condition is true, but not longer than `patience`.
public nonisolated(nonsending) func eventually(
  _ what: String, _ isTrue: () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + patience
  while try await !isTrue() {
    guard .now < deadline else { throw SystemError(what, code: ETIMEDOUT) }
    try await Task.sleep(for: .milliseconds(10))
  }
}

/// Writes the input and closes the pipe. The reader need not take all of it.
public func feed(_ input: [UInt8], to writer: Int32) {
  defer { close(writer) }
  var rest = input[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(writer, $0.baseAddress, $0.count) }
    if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
  }
}

private func readToEnd(_ reader: Int32, of child: ChildProcess, within patience: Duration) throws
  -> [UInt8]
{
  defer { close(reader) }
  let deadline = ContinuousClock.now + patience
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    guard isReadable([reader], until: deadline) else {
      child.send(SIGKILL)
      throw SystemError("reading what the program writes", code: ETIMEDOUT)
    }
    let count = read(reader, &chunk, chunk.count)
    if count == 0 { return bytes }
    if count > 0 { bytes += chunk[..<count] } else if errno != EINTR { throw SystemError("read") }
  }
}

/// Waits until a descriptor can be read; returns `false` after the deadline.
public func isReadable(_ descriptors: [Int32], until deadline: ContinuousClock.Instant) -> Bool {
  while true {
    var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let rest = (deadline - .now) / .milliseconds(1)
    let count = poll(&requests, UInt(requests.count), Int32(max(rest.rounded(.up), 0)))
    if count != -1 || errno != EINTR { return count > 0 }
  }
}
