import ArgumentParser
import Domain
import Foundation
import Presentation

/// The exit statuses of the program, from sysexits.h where possible.
enum ExitStatus {
  static let refused: Int32 = 1
  static let usage: Int32 = 64
  static let badData: Int32 = 65
  static let noInput: Int32 = 66
  static let failure: Int32 = 74
  static let tryAgain: Int32 = 75
  static let noPermission: Int32 = 77
  static let interrupted: Int32 = 130
  /// The shell's status for an end by SIGPIPE.
  static let readerGone: Int32 = 128 + SIGPIPE
}

extension Refusal {
  /// The program's exit status for this refusal.
  var exitStatus: Int32 {
    switch self {
    case .readerGone: ExitStatus.readerGone
    case .credentialsMissing, .unknownCommand, .wrongUsage, .notANumber, .notALength, .notATime,
      .skippedTime, .badIdentifier,
      .deletionUnconfirmed, .nobodyToAsk, .chartTooLong:
      ExitStatus.usage
    case .notUTF8, .lineTooLong, .inputEnded, .badRow:
      ExitStatus.badData
    case .inputFailed, .noStore:
      ExitStatus.noInput
    case .storeNewer, .storeReadOnly, .storeForeign, .storeDamaged, .storeUnopenable, .storeClosed,
      .database, .storeCompanion, .storeFailed,
      .outcomeUnknown, .environment, .outputFailed, .answerFailed:
      ExitStatus.failure
    case .interrupted:
      ExitStatus.interrupted
    case .throttled, .storeBusy:
      ExitStatus.tryAgain
    case .credentialsWrong, .notLoggedIn, .ownerOnly:
      ExitStatus.noPermission
    case .alreadyLoggedIn, .usernameTaken, .passwordsDiffer, .username, .password, .counterName,
      .noSuchCounter, .noCounterToCount, .counterExists, .noCounterOpen, .outOfRange,
      .sumOutOfRange, .nothingToUndo, .nothingToRedo, .undoSettled, .redoSettled,
      .nameNotConfirmed, .identifierTaken, .inFuture, .unexpectedCount, .targetTooSmall,
      .noSuchAccount,
      .ownedAlready, .alreadyMember, .notMember, .ownerCannotLeave:
      ExitStatus.refused
    }
  }
}

extension Refusal {
  /// Whether the store or the system failed or is busy, so that the same request may succeed later.
  package var isFailure: Bool { [ExitStatus.failure, ExitStatus.tryAgain].contains(exitStatus) }
}

/// Reports refusals as one line on standard error.
struct ErrorReport: Sendable {
  var output = LineOutput(visible: visible)
  /// Whether a person reads in a session, where the program's name is not needed.
  var isInteractive = false
  /// Whether the refused line was typed in a session, without the program's name.
  var isInSession = false
  /// Whether to include the cause.
  var isVerbose: Bool

  /// Reports a refusal, with the line number of the input that caused it, if there is one.
  func callAsFunction(_ refusal: Refusal, line: Int? = nil) {
    var text = isInSession ? refusal.sentence : refusal.shellSentence
    if isVerbose, let cause = refusal.cause, !text.contains(cause) { text += " (\(cause))" }
    if let line { text = "line \(line): \(text)" }
    output.writeError(isInteractive ? text : "tally: \(text)")
    if case .wrongUsage(_, let usage?) = refusal { output.writeError("Usage: \(usage)") }
  }

  /// Reports the refusal unless the reader has gone, and returns the exit code.
  func exitCode(of refusal: Refusal) -> ExitCode {
    if refusal != .readerGone { self(refusal) }
    return ExitCode(refusal.exitStatus)
  }
}
