import Doubles
import Foundation

/// The built program, with a home folder of its own that lasts as long as this value.
package final class TallyProgram: Sendable {
  /// What came of a run.
  package struct Run: Sendable, Equatable {
    /// The exit status, or of a program that a signal ended, its negative.
    package let status: Int32
    package let output: String
    package let errors: String

    package init(status: Int32, output: String, errors: String) {
      self.status = status
      self.output = output
      self.errors = errors
    }
  }

  /// Where the package's programs are, the tests among them.
  package static let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().path
  /// Where the program is.
  package static let path = "\(folder)/tally"

  private let folder: TemporaryFolder
  /// The home folder.
  package var home: String { folder.path }
  /// What the program finds in its environment, and nothing else but what the tests themselves are
  /// weakened with.
  package let environment: [String: String]
  private static let weakness = ProcessInfo.processInfo.environment
    .filter { ["LD_PRELOAD", "FAULTS"].contains($0.key) }

  /// `additions` go over the usual environment.
  package init(
    on medium: TemporaryFolder.Medium = .memory, environment additions: [String: String] = [:]
  ) throws {
    folder = try TemporaryFolder(on: medium)
    let home = folder.path
    environment = [
      "HOME": home, "XDG_DATA_HOME": "\(home)/data", "XDG_STATE_HOME": "\(home)/state",
      "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC", "TERM": "xterm",
    ].merging(Self.weakness) { $1 }.merging(additions) { $1 }
  }

  /// Where a file of the home folder is.
  package func file(_ name: String) -> String { "\(home)/\(name)" }

  /// Runs the program to its end with `input` in a pipe.
  package func run(
    _ arguments: [String] = [], input: String = "", environment additions: [String: String] = [:]
  ) async throws -> Run {
    try await run(arguments, input: Array(input.utf8), environment: additions)
  }

  /// Runs the program to its end with `input`, which need not be text, in a pipe.
  package func run(
    _ arguments: [String] = [], input: [UInt8], environment additions: [String: String] = [:]
  ) async throws -> Run {
    try await Turnstile.programs.pass {
      try await Self.run(
        Self.path, arguments, input: input,
        environment: environment.merging(additions) { $1 })
    }
  }

  /// Runs any program to its end at once, in pipes; kills one that takes longer than `patience`.
  package static func run(
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

/// How long a test waits before it takes a program for one that hangs. It is far longer than anything takes
/// on a slow and busy machine. Who expects programs to hang sets `TALLY_PATIENCE`, in seconds.
package let patience = Duration.seconds(
  ProcessInfo.processInfo.environment["TALLY_PATIENCE"].flatMap { Int($0) } ?? 300)

/// Writes the input and closes the pipe. Its reader need not take all of it.
package func feed(_ input: [UInt8], to writer: Int32) {
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

/// Waits until one of the descriptors can be read; says whether that was before the deadline.
package func isReadable(_ descriptors: [Int32], until deadline: ContinuousClock.Instant) -> Bool {
  while true {
    var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let rest = (deadline - .now) / .milliseconds(1)
    let count = poll(&requests, UInt(requests.count), Int32(max(rest.rounded(.up), 0)))
    if count != -1 || errno != EINTR { return count > 0 }
  }
}
