import Dispatch
import Domain
import Platform
import Presentation
import Terminal

/// A program from its arguments to its exit status.
public enum Program {
  /// Runs a program with the words after its name, and exits with the status that it returns. What
  /// it throws is reported first.
  ///
  /// - Parameters:
  ///   - mainLoop: occupies the main thread until the process exits, and meanwhile does the work of the
  ///     main queue, on which the main actor runs.
  ///   - main: the program.
  public static func run(
    mainLoop: () -> Never = { dispatchMain() },
    _ main: @escaping @Sendable (_ words: [String]) async throws(Refusal) -> Int32
  ) -> Never {
    Descriptor.fillStandard()
    do throws(Refusal) {
      try Shortage.check()
    } catch {
      exit(status(reporting: error, isVerbose: false))
    }
    // A command that never waits ends here, before there is a second thread.
    if #available(macOS 26, iOS 26, *) {
      Task.immediate { await end(after: main) }
    } else {
      Task { await end(after: main) }
    }
    mainLoop()
  }

  /// Runs a view toolkit, and exits with the status that it returns. What it throws is reported first.
  ///
  /// It opens the usual store, or the one that `TALLY_STORE` names, and creates it if it does not exist.
  /// If a login is saved, the flow begins with it. When `show` returns, the program does what was sent,
  /// and ends a session that began in the flow. After a signal it does the same, but takes at most two
  /// seconds.
  ///
  /// - Parameters:
  ///   - place: where people log in, as their account lists it: `the window`.
  ///   - mainLoop: as for `run(mainLoop:_:)`.
  ///   - show: shows the flow until the person leaves, with times in the calendar.
  public static func show(
    at place: String, mainLoop: () -> Never = { dispatchMain() },
    _ show: @escaping @MainActor @Sendable (Flow, any LocalCalendar) async throws(Refusal) -> Int32
  ) -> Never {
    run(mainLoop: mainLoop) { _ async throws(Refusal) in
      try takeSignals()
      let root = try await CompositionRoot(
        options: CommonValues(), place: place, makesStore: true, threads: .dedicated)
      let flow = await root.flow(isWatching: true)
      EndingSignals.prepare {
        await flow.settled()
        await flow.end()
      }
      let status = try await show(flow, root.calendar)
      await flow.settled()
      await flow.end()
      return status
    }
  }

  /// Lets signals end the program only after it has cleaned up.
  ///
  /// - Throws: `Refusal.environment`.
  package static func takeSignals() throws(Refusal) {
    do { try EndingSignals.take() } catch { throw .environment(cause: error.text) }
  }

  private static func end(
    after main: @Sendable (_ words: [String]) async throws(Refusal) -> Int32
  ) async -> Never {
    // Only the owner may read Tally's files.
    umask(0o077)
    TerminalMode.restoreAfterCrash()
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

  private static func status(
    of main: @Sendable (_ words: [String]) async throws(Refusal) -> Int32
  ) async -> Int32 {
    do throws(Refusal) {
      return try await main(try arguments(of: CommandLine.unsafeArgv))
    } catch {
      return status(reporting: error, isVerbose: false)
    }
  }

  /// Reports a refusal unless the reader has gone, and returns the exit status.
  public static func status(reporting refusal: Refusal, isVerbose: Bool) -> Int32 {
    if refusal != .output(.readerGone) { ErrorReport(isVerbose: isVerbose)(refusal) }
    return refusal.exitStatus
  }

  /// The arguments after the program's name.
  ///
  /// - Throws: `Refusal.input(.notUTF8)`, for which `CommandLine.arguments` has U+FFFD instead.
  private static func arguments(of vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>)
    throws(Refusal) -> [String]
  {
    var arguments: [String] = []
    var next = vector
    while let bytes = next.pointee {
      guard let argument = String(validatingCString: bytes) else { throw .input(.notUTF8) }
      arguments.append(argument)
      next += 1
    }
    return Array(arguments.dropFirst())
  }
}

#if canImport(Darwin)
  private let coreLimit = RLIMIT_CORE
#else
  private let coreLimit = __rlimit_resource_t(RLIMIT_CORE.rawValue)
#endif
