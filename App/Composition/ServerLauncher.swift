import Domain
import Platform
import Terminal

/// Starts the server, a program of its own: its libraries would slow down every command.
package enum ServerLauncher {
  /// The name of the program.
  static let name = "tally-serve"

  /// Replaces this program with the server, beside it or else in `PATH`.
  ///
  /// - Throws: `Refusal.environment` when the server is missing or cannot be started.
  package static func launch(_ arguments: [String], environment: Environment = .process)
    throws(Refusal)
    -> Never
  {
    let words = ([name] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    // The threads of a program that handles signals block them, and the next program would inherit
    // that.
    var signals = sigset_t()
    sigemptyset(&signals)
    pthread_sigmask(SIG_SETMASK, &signals, nil)
    var fault = SystemError(code: ENOENT)
    for path in candidates(environment) {
      execv(path, words)
      fault = .last
      if fault.code != ENOENT, fault.code != ENOTDIR { break }
    }
    guard fault.code == ENOENT || fault.code == ENOTDIR else {
      throw .environment(cause: "\(name) cannot be started: \(fault.text)")
    }
    throw .environment(
      cause: "\(name) is not installed. It is in the package tally-server")
  }

  /// The folder of this program, without symbolic links; `nil` where the system does not say it.
  private static var ownFolder: String? {
    let program = realpath("/proc/self/exe", nil)
    defer { free(program) }
    return program.map { PathParts(String(cString: $0)).folder }
  }

  private static func candidates(_ environment: Environment) -> [String] {
    let others = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return ([ownFolder].compactMap(\.self) + others).map { "\($0)/\(name)" }
  }
}
