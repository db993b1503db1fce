import ArgumentParser
import Domain
import Presentation

/// How refusals are told to a person or to a script: one line on standard error.
struct ErrorReport: Sendable {
  var output = LineOutput(visible: visible)
  /// Whether a person reads in a session, who knows which program speaks.
  var isInteractive = false
  /// Whether the cause is told too.
  let isVerbose: Bool

  /// Tells the refusal, with the number of the input's line that it is about, if there is one.
  func callAsFunction(_ refusal: Refusal, line: Int? = nil) {
    var text = refusal.sentence
    if isVerbose, let cause = refusal.cause, !text.contains(cause) { text += " (\(cause))" }
    if let line { text = "line \(line): \(text)" }
    output.writeError(isInteractive ? text : "tally: \(text)")
  }

  /// Tells the refusal, unless nobody reads any more, and says what the program ends with.
  func exitCode(of refusal: Refusal) -> ExitCode {
    if refusal != LineOutput.closed { self(refusal) }
    return ExitCode(refusal.exitStatus)
  }
}
