import Domain
import Platform
import Presentation

/// The exit statuses of the program, from sysexits.h where possible.
package enum ExitStatus {
  /// Refused: for example, there is no such counter.
  package static let refused: Int32 = 1
  /// Wrong usage (`EX_USAGE`).
  package static let usage: Int32 = 64
  static let badData: Int32 = 65
  static let noInput: Int32 = 66
  /// The store or the system failed, or the outcome is unknown (`EX_IOERR`).
  package static let failure: Int32 = 74
  /// The store is busy, or there were too many attempts (`EX_TEMPFAIL`).
  package static let tryAgain: Int32 = 75
  /// Not logged in, not allowed, or wrong credentials (`EX_NOPERM`).
  package static let noPermission: Int32 = 77
  static let interrupted: Int32 = 130
  /// The shell's status for an end by SIGPIPE.
  package static let readerGone: Int32 = 128 + SIGPIPE
}

extension Refusal {
  /// The program's exit status for this refusal.
  package var exitStatus: Int32 {
    switch self {
    case .input(let refusal): refusal.exitStatus
    case .output(.readerGone): ExitStatus.readerGone
    case .store(.missing): ExitStatus.noInput
    case .store(.busy), .throttled: ExitStatus.tryAgain
    case .store, .output, .environment: ExitStatus.failure
    case .credentialsMissing, .badIdentifier, .chartTooLong: ExitStatus.usage
    case .badRow: ExitStatus.badData
    case .credentialsWrong, .notLoggedIn, .ownerOnly, .storeOwnerOnly,
      .invitationEnded:
      ExitStatus.noPermission
    case .alreadyLoggedIn, .usernameTaken, .passwordsDiffer, .username, .password, .counterName,
      .noSuchCounter, .noCounterToCount, .counterExists, .noCounterOpen, .outOfRange,
      .sumOutOfRange, .nothingToUndo, .nothingToRedo, .undoSettled, .redoSettled, .noSuchEntry,
      .revert,
      .nameNotConfirmed, .identifierTaken, .note, .inFuture, .unexpectedCount, .targetTooSmall,
      .noSuchAccount,
      .exportBroken, .ownedAlready, .alreadyMember, .notMember, .ownerCannotLeave,
      .noServer, .unreachableServer, .noSuchInvitation, .invitation, .guestName, .guestNameTaken:
      ExitStatus.refused
    }
  }
}

extension Refusal.Input {
  fileprivate var exitStatus: Int32 {
    switch self {
    case .unknownCommand, .wrongUsage, .notANumber, .signedCount, .notALength, .notATime,
      .notAPeriod, .notADayStart, .notADuration, .skippedTime, .deletionUnconfirmed, .nobodyToAsk:
      ExitStatus.usage
    case .notUTF8, .lineTooLong, .ended: ExitStatus.badData
    case .unreadable: ExitStatus.noInput
    case .interrupted: ExitStatus.interrupted
    }
  }
}

extension Refusal {
  /// Whether the store or the system failed or is busy, so that the same request may succeed later.
  public var isFailure: Bool { [ExitStatus.failure, ExitStatus.tryAgain].contains(exitStatus) }
}

/// Reports refusals as one line on standard error.
package struct ErrorReport: Sendable {
  let output: LineOutput
  /// Whether a person reads in a session, where the program's name is not needed.
  let isInteractive: Bool
  /// Whether the refused line was typed in a session, without the program's name.
  package var isInSession: Bool
  /// Whether to include the cause.
  package var isVerbose: Bool

  /// Creates a report; `output` escapes what a terminal would obey.
  package init(
    output: LineOutput = LineOutput(visible: visible), isInteractive: Bool = false,
    isInSession: Bool = false, isVerbose: Bool
  ) {
    self.output = output
    self.isInteractive = isInteractive
    self.isInSession = isInSession
    self.isVerbose = isVerbose
  }

  /// Reports a refusal, with the line number of the input that caused it, if there is one.
  package func callAsFunction(_ refusal: Refusal, line: Int? = nil) {
    var text = isInSession ? refusal.sentence : refusal.shellSentence
    if isVerbose, let cause = refusal.cause, !text.contains(cause) { text += " (\(cause))" }
    if let line { text = "line \(line): \(text)" }
    output.writeError(isInteractive ? text : "tally: \(text)")
    if case .input(.wrongUsage(_, let usage?)) = refusal { output.writeError("Usage: \(usage)") }
  }
}
