import ArgumentParser
import Domain
import Foundation
import Presentation

@main
enum Main {
  static func main() async {
    // What Tally writes is its owner's alone.
    umask(0o077)
    // Writing to a closed pipe fails like any other write, so that a session is ended in order.
    signal(SIGPIPE, SIG_IGN)
    await exit(status())
  }

  private static func status() async -> Int32 {
    do {
      var command = try TallyCommand.parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return 0
    } catch {
      return tell(error)
    }
  }

  /// Tells what was asked for (help, the version) or is wrong with how the program was called; a
  /// command has told its own refusal already.
  private static func tell(_ error: any Error) -> Int32 {
    let status = TallyCommand.exitCode(for: error).rawValue
    if error is ExitCode { return status }
    let output = LineOutput(visible: { $0 })
    guard status == 0 else {
      output.writeError("tally: \(visible(TallyCommand.message(for: error)))")
      output.writeError("Usage: \(TallyCommand.usageString())")
      return ExitStatus.usage
    }
    do {
      try output.write([TallyCommand.fullMessage(for: error)])
      return status
    } catch {
      return error.exitStatus
    }
  }
}
