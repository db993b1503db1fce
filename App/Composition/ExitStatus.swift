import Domain
import Foundation

/// What the program says to the program that started it (sysexits.h, where it has a word for it).
enum ExitStatus {
  static let refused: Int32 = 1
  static let usage: Int32 = 64
  static let badData: Int32 = 65
  static let noInput: Int32 = 66
  static let failure: Int32 = 74
  static let tryAgain: Int32 = 75
  static let noPermission: Int32 = 77
  static let interrupted: Int32 = 130
  /// What a shell calls the end by SIGPIPE.
  static let readerGone: Int32 = 128 + SIGPIPE
}

extension Refusal {
  /// The exit status of a program that ends with this refusal.
  var exitStatus: Int32 {
    switch self {
    case LineOutput.closed: ExitStatus.readerGone
    case .credentialsMissing, .unknownCommand, .notANumber, .notATime, .skippedTime,
      .badIdentifier,
      .deletionUnconfirmed, .nobodyToAsk, .chartTooLong:
      ExitStatus.usage
    case .notUTF8, .lineTooLong, .inputEnded, .badRow:
      ExitStatus.badData
    case .inputFailed, .noStore:
      ExitStatus.noInput
    case .storeNewer, .storeReadOnly, .storeForeign, .storeDamaged, .storeUnopenable,
      .storeCompanion,
      .storeFailed,
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
      .nameNotConfirmed, .identifierTaken, .inFuture:
      ExitStatus.refused
    }
  }
}
