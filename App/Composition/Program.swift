import ArgumentParser
import Dispatch
import Domain
import Platform
import Presentation
import Terminal

/// The program from its arguments to its exit status.
package enum Program {
  /// Runs the program for its arguments, and exits.
  package static func run() -> Never {
    run(carryOut)
  }

  /// Runs a program of this package for its arguments, and exits with the status of what it throws.
  package static func run(_ main: @escaping @Sendable (_ words: [String]) async throws -> Void)
    -> Never
  {
    Descriptor.fillStandard()
    do throws(Refusal) {
      try Shortage.check()
    } catch {
      exit(ErrorReport(isVerbose: false).exitCode(of: error).rawValue)
    }
    // A command that never waits ends here, before there is a second thread.
    if #available(macOS 26, iOS 26, *) {
      Task.immediate { await end(after: main) }
    } else {
      Task { await end(after: main) }
    }
    dispatchMain()
  }

  private static func end(after main: @Sendable (_ words: [String]) async throws -> Void) async
    -> Never
  {
    // Only the owner may read Tally's files.
    umask(0o077)
    CrashSignals.take()
    // Makes writing to a closed pipe an error, so that a session ends cleanly, and writing more than
    // `ulimit -f` allows too.
    for signal in [SIGPIPE, SIGXFSZ] { Platform.signal(signal, SIG_IGN) }
    // Prevents core dumps, which could contain a password.
    signal(SIGQUIT, SIG_DFL)
    var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(coreLimit, &noCore)
    atexit { TerminalMode.restore() }
    let status = await status(of: main)
    await EndingSignals.giveWay()
    if status == ExitStatus.readerGone { EndingSignals.endByBrokenPipe() }
    exit(status)
  }

  /// Reports a refusal, and returns the exit code.
  package static func exitCode(of refusal: Refusal, isVerbose: Bool) -> ExitCode {
    ErrorReport(isVerbose: isVerbose).exitCode(of: refusal)
  }

  private static func carryOut(_ words: [String]) async throws {
    if words == ["--version"] {
      return try LineOutput(visible: { $0 }).write([TallyCommand.version])
    }
    if let plain = PlainCommand(words) {
      do throws(Refusal) {
        return try await plain.run(try await CommandContext(options: plain.options))
      } catch {
        throw exitCode(of: error, isVerbose: plain.options.verbose)
      }
    }
    // Plain commands leave nothing to clean up when a signal ends them.
    try EndingSignals.take()
    switch try await CommandParser.parseCompleting(words) {
    case .text(let text):
      try await LineOutput(visible: { $0 }).write(help: CompletionScript.finished(text))
      if text == TallyCommand.version, words.contains("--verbose") {
        let store = ShellWords(words).value(of: "--store")
        let locations = try FileLocations(store: store, environment: .process)
        LineOutput(visible: visible).nameStore(locations.store)
      }
    case .command(var command): try await command.run()
    }
  }

  private static func status(of main: @Sendable (_ words: [String]) async throws -> Void) async
    -> Int32
  {
    do {
      try await main(try PlainText.arguments(of: CommandLine.unsafeArgv))
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
