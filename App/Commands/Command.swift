import ArgumentParser
import Domain
import Presentation
import Terminal

/// A command that does one thing. In a shell the program ends afterwards; a session reads the next
/// line.
protocol Command: AsyncParsableCommand, Sendable {
  var options: SharedOptions { get }
  /// Whether it creates a missing store that was named.
  static var makesStore: Bool { get }

  /// Does the work and prints the results.
  ///
  /// - Throws: the refusal; earlier output stays.
  func run(_ context: CommandContext) async throws(Refusal)

  /// Checks what can be checked before the store is opened.
  func check() throws(Refusal)

  /// What a session does on its scenes instead of `run`, or `nil` if it does the same as a shell.
  ///
  /// - Throws: what is wrong with the command, or that it works only in a shell.
  func onScenes() throws(Refusal) -> LineCommand?

  /// A word that could also be a counter's name; `nil` without one.
  var chosenMeaning: ChosenMeaning? { get }
}

/// A word that is not taken for a counter's name, as in `history 5`.
struct ChosenMeaning {
  /// The word.
  let word: String
  /// What it is taken for.
  let chosen: String
  /// The line to type, after the program's name in a shell, when the counter was meant.
  let other: String

  init(of word: PlainText, is chosen: String, other: String) {
    (self.word, self.chosen, self.other) = (word.text, chosen, other)
  }

  /// The sentence for somebody who has a counter of that name.
  func sentence(typedAfter program: String) -> String {
    "\(word) is \(chosen) here. For the counter: \(program)\(other)"
  }
}

extension Command {
  static var makesStore: Bool { false }

  func check() throws(Refusal) {}

  func onScenes() throws(Refusal) -> LineCommand? { nil }

  var chosenMeaning: ChosenMeaning? { nil }

  func run() async throws {
    let options = options.values
    do throws(Refusal) {
      try check()
      let context = try await CommandContext(options: options, makesStore: Self.makesStore)
      if let chosenMeaning { await context.remark(chosenMeaning) }
      try await run(context)
    } catch {
      throw ErrorReport(isVerbose: options.verbose).exitCode(of: error)
    }
  }
}

extension ErrorReport {
  /// Reports the refusal unless the reader has gone, and returns the exit code.
  func exitCode(of refusal: Refusal) -> ExitCode {
    if refusal != .output(.readerGone) { self(refusal) }
    return ExitCode(refusal.exitStatus)
  }
}

/// The part of a command's help below its abstract.
enum CommandHelp {
  /// The meaning of status 77 for commands that change a count.
  static let countersOnly = "not logged in, or you may only view the counter"
  /// The meaning of status 77 for commands that only the counter's owner may use.
  static let ownersOnly = "not logged in, or the counter is somebody else's"

  /// The remarks, the examples, and the meaning of each exit status.
  ///
  /// - Parameters:
  ///   - remarks: further information, if any.
  ///   - examples: lines to type.
  ///   - refused: the meaning of status 1, if it occurs.
  ///   - login: the meaning of status 77, if it occurs.
  ///   - others: other statuses with their meanings.
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
