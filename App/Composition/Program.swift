import ArgumentParser
import Domain
import Foundation
import Presentation

/// The program from its arguments to its exit status.
package enum Program {
  /// Runs the program for its arguments, and exits.
  package static func run() -> Never {
    do throws(Refusal) {
      try Shortage.check()
    } catch {
      exit(ErrorReport(isVerbose: false).exitCode(of: error).rawValue)
    }
    Task { await carryOut() }
    dispatchMain()
  }

  private static func carryOut() async -> Never {
    // Only the owner may read Tally's files.
    umask(0o077)
    CrashSignals.take()
    // Makes writing to a closed pipe an error, so that a session ends cleanly.
    signal(SIGPIPE, SIG_IGN)
    // Prevents core dumps, which could contain a password.
    signal(SIGQUIT, SIG_DFL)
    var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(coreLimit, &noCore)
    atexit { TerminalMode.restore() }
    let status = await status(of: CommandLine.unsafeArgv)
    await EndingSignals.giveWay()
    if status == ExitStatus.readerGone { EndingSignals.endByBrokenPipe() }
    exit(status)
  }

  private static func status(of vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) async
    -> Int32
  {
    do {
      try EndingSignals.take()
      let words = try PlainText.arguments(of: vector)
      if words == ["--version"] {
        try LineOutput(visible: { $0 }).write([TallyCommand.version])
        return 0
      }
      if let call = PlainCount(words) {
        try await call.run(try await CommandContext(options: .usual))
        return 0
      }
      switch try await CommandParser.parseCompleting(words) {
      case .text(let text):
        try await LineOutput(visible: { $0 }).write(help: CompletionScript.finished(text))
      case .command(var command): try await command.run()
      }
      return 0
    } catch let refusal as Refusal {
      return ErrorReport(isVerbose: false).exitCode(of: refusal).rawValue
    } catch {
      // Commands have reported their refusals already.
      return TallyCommand.exitCode(for: error).rawValue
    }
  }
}

#if canImport(Darwin)
  private let coreLimit = RLIMIT_CORE
#else
  private let coreLimit = __rlimit_resource_t(RLIMIT_CORE.rawValue)
#endif
