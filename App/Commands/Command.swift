import ArgumentParser
import Domain
import Presentation

/// A command that does one thing: in a shell then the program ends, in a session the next line is read.
protocol Command: AsyncParsableCommand, Sendable {
  var options: SharedOptions { get }
  var tally: TallyCommand { get }
  /// Whether it makes a store that was named and is not there.
  static var makesStore: Bool { get }

  /// Does the command's work and prints its results.
  ///
  /// - Throws: what it is refused for; what was printed before that stays.
  func run(_ context: CommandContext) async throws(Refusal)

  /// What a session does on its scenes in place of `run`; `nil` when it does what a shell does.
  ///
  /// - Throws: what is wrong with the command, or works only in a shell.
  func onScenes() throws(Refusal) -> LineCommand?
}

extension Command {
  static var makesStore: Bool { false }

  func onScenes() throws(Refusal) -> LineCommand? { nil }

  /// The options before the command's name and after it.
  var allOptions: SharedOptions { options.or(tally.options) }

  func run() async throws {
    let options = allOptions
    do throws(Refusal) {
      try await run(try await CommandContext(options: options, makesStore: Self.makesStore))
    } catch {
      throw ErrorReport(isVerbose: options.verbose).exitCode(of: error)
    }
  }
}

/// What the help of a command says below its abstract.
enum CommandHelp {
  /// The remarks, the examples, and what each exit status means.
  ///
  /// - Parameters:
  ///   - remarks: what else there is to know; left out when `nil`.
  ///   - examples: lines that a person can type.
  ///   - refused: when the status is 1; left out when `nil`.
  ///   - login: when the status is 77; left out when `nil`.
  ///   - others: further statuses, each with its meaning.
  /// - Returns: the text, in lines.
  static func text(
    _ remarks: String? = nil, examples: [String], refused: String? = nil,
    login: String? = "not logged in", others: [Int32: String] = [:]
  ) -> String {
    var statuses: [Int32: String] = [
      0: "done", ExitStatus.usage: "wrong usage", ExitStatus.failure: "the store failed",
      ExitStatus.tryAgain: "the store is busy: try again",
    ]
    statuses[ExitStatus.refused] = refused
    statuses[ExitStatus.noPermission] = login
    statuses.merge(others) { $1 }
    let lines = statuses.sorted { $0.key < $1.key }.map { status, meaning in
      "  \(status)\(String(repeating: " ", count: status < 10 ? 3 : 2))\(meaning)"
    }
    return [
      remarks.map { [$0, ""] } ?? [], ["Examples:"], examples.map { "  \($0)" },
      ["", "Exit status:"], lines,
    ].flatMap(\.self).joined(separator: "\n")
  }
}
