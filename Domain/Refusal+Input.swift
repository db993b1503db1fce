extension Refusal {
  /// Why what was typed or read cannot be used.
  public enum Input: Equatable, Sendable {
    /// The command is unknown; `near` is a similar one.
    case unknownCommand(String, near: String?)
    /// Wrong usage of a command; `usage` is the right form, if known.
    case wrongUsage(String, usage: String?)
    /// The text is not a whole number.
    case notANumber(String)
    /// A count to set has a plus sign, so it may have been meant as an addition.
    case signedCount(Int64)
    /// The text is a negative or too large number, where a number of `lines` is needed.
    case notALength(String, of: String)
    /// The text is not a time.
    case notATime(String)
    /// The text is not a time of day, at which days could begin.
    case notADayStart(String)
    /// The text is not a period that a target may have.
    case notAPeriod(String)
    /// The text is not a length of time.
    case notADuration(String)
    /// Daylight saving skips that local time.
    case skippedTime(String)
    /// The input is missing or cannot be read.
    case unreadable(name: String, cause: String)
    /// The input is not UTF-8.
    case notUTF8
    /// A line of the input is too long.
    case lineTooLong
    /// The input ended before the question was answered.
    case ended
    /// Input is missing and there is no terminal to ask on; `how` says how to give it.
    case nobodyToAsk(how: String)
    /// A deletion needs a confirmation, but there is no terminal to ask on.
    case deletionUnconfirmed
    /// The person interrupted the command.
    case interrupted
  }

  /// Why what there is to say could not be written.
  public enum Output: Equatable, Sendable {
    /// The output could not be written; it has a name if it is a file that was asked for.
    case failed(name: String? = nil, cause: String)
    /// Whoever read the output has gone, which needs no message.
    case readerGone
    /// A change was saved, but its result could not be written.
    case answerFailed(cause: String)
  }
}
