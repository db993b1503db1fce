import ArgumentParser
import Domain
import Presentation

/// A command that does one thing and ends.
protocol Command: AsyncParsableCommand {
  var options: SharedOptions { get }
  var tally: TallyCommand { get }
  /// Whether it makes a store that was named and is not there.
  static var makesStore: Bool { get }

  /// Does the command's work and prints its results.
  ///
  /// - Throws: what it is refused for; what was printed before that stays.
  func run(_ context: CommandContext) async throws(Refusal)
}

extension Command {
  static var makesStore: Bool { false }

  func run() async throws {
    let options = options.or(tally.options)
    do throws(Refusal) {
      try await run(try await CommandContext(options: options, makesStore: Self.makesStore))
    } catch {
      throw ErrorReport(isVerbose: options.verbose).exitCode(of: error)
    }
  }
}
