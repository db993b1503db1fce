import Domain
import Foundation

/// Starts the server, a program of its own: its libraries would slow down every command.
enum ServerLauncher {
  /// The name of the program.
  static let name = "tally-serve"

  /// Replaces this program with the server, beside it or else in `PATH`.
  ///
  /// - Throws: `Refusal.environment` when the server is missing or cannot be started.
  static func launch(_ arguments: [String], environment: Environment = .process) throws(Refusal)
    -> Never
  {
    let words = ([name] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    // The threads of a program that handles signals block them, and the next program would inherit
    // that.
    var signals = sigset_t()
    sigemptyset(&signals)
    pthread_sigmask(SIG_SETMASK, &signals, nil)
    var fault = SystemFault(code: ENOENT)
    for path in candidates(environment) {
      execv(path, words)
      fault = .last
      if fault.code != ENOENT, fault.code != ENOTDIR { break }
    }
    guard fault.code == ENOENT || fault.code == ENOTDIR else {
      throw .environment(cause: "\(name) cannot be started: \(fault.cause)")
    }
    throw .environment(
      cause: "\(name) is not installed. Build it with: swift build -c release --product \(name)")
  }

  private static func candidates(_ environment: Environment) -> [String] {
    let folder = (Bundle.main.executablePath.map { ($0 as NSString).resolvingSymlinksInPath })
      .map { ($0 as NSString).deletingLastPathComponent }
    let others = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return ([folder].compactMap(\.self) + others).map { "\($0)/\(name)" }
  }
}
