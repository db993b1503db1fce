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
    // Makes writing to a closed pipe an error, so that a session ends in order.
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
      let arguments = PlainText.shielded(words)
      try check(arguments.map(PlainText.unshielded))
      var command = try await TallyCommand.asyncParseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return 0
    } catch let refusal as Refusal {
      return ErrorReport(isVerbose: false).exitCode(of: refusal).rawValue
    } catch {
      return tell(error)
    }
  }

  /// Refuses arguments that the parser would misunderstand.
  private static func check(_ arguments: [String]) throws(Refusal) {
    var words = arguments[...]
    while let option = words.first, option.isShared {
      words = words.dropFirst(option == "--store" ? 2 : 1)
    }
    // For an unknown command, the parser would print the general help.
    if words.first == "help", words.count > 1 { words = words.dropFirst() }
    if let word = words.first, !word.hasPrefix("-"), !TallyCommand.commandNames.contains(word) {
      throw .unknownCommand(word, near: closestMatch(to: word, among: TallyCommand.commandNames))
    }
  }

  /// Prints the help, the version or a usage error. Commands have reported their refusals already.
  private static func tell(_ error: any Error) -> Int32 {
    let status = TallyCommand.exitCode(for: error).rawValue
    if error is ExitCode { return status }
    let output = LineOutput(visible: { $0 })
    guard status == 0 else {
      let message = PlainText.unshielded(TallyCommand.message(for: error))
        .split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
      let usage = TallyCommand.fullMessage(for: error).split(separator: "\n")
        .first { $0.hasPrefix("Usage: ") }
      output.writeError("tally: \(visible(message))")
      output.writeError(usage.map(String.init) ?? "Usage: \(TallyCommand.usageString())")
      return ExitStatus.usage
    }
    do {
      let text = CompletionScript.finished(TallyCommand.fullMessage(for: error))
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      // The parser wraps all lines for the terminal except this one.
      let usage = lines.prefix { !$0.hasPrefix("USAGE: ") }.count
      try output.write(Array(lines[..<usage]))
      try output.write(sentences: Array(lines[usage...].prefix(1)))
      try output.write(Array(lines[usage...].dropFirst()))
      return status
    } catch {
      return ErrorReport(isVerbose: false).exitCode(of: error).rawValue
    }
  }
}

extension String {
  /// Whether this is an option that may precede a command.
  fileprivate var isShared: Bool {
    ["--store", "--quiet", "--verbose"].contains(self) || hasPrefix("--store=")
  }
}

#if canImport(Darwin)
  private let coreLimit = RLIMIT_CORE
#else
  private let coreLimit = __rlimit_resource_t(RLIMIT_CORE.rawValue)
#endif
