import Domain
import Presentation

/// A line of the input.
struct InputLine: Sendable, Equatable {
  /// Counted from 1, blank lines and answers included.
  let number: Int
  /// The line without its end.
  let text: String
}

/// A line of the input that nobody is to see.
struct InputSecret: Sendable {
  /// Counted from 1, blank lines and answers included.
  let number: Int
  /// The line's bytes: valid UTF-8 without NUL. Of a line that is longer than
  /// `PasswordPolicy.maximumBytes`, so much that it stays too long.
  let secret: Secret
}

/// Why there is no line.
enum InputFault: Error, Equatable {
  /// There are no more lines; `cause` says what failed, where something did.
  case end(cause: String?)
  /// The person dropped the line (Ctrl-C).
  case cancelled
  /// The line is not UTF-8, or is a password with NUL in it.
  case notUTF8(line: Int)
  /// The line is longer than `LineBuffer.longestLine`. In a pipe nothing can be read after it.
  case tooLong(line: Int)
}

extension InputFault {
  /// The fault where an answer was due.
  var refusal: Refusal {
    switch self {
    case .end(let cause?): .environment(cause: "The input cannot be read: \(cause)")
    case .end(nil): .inputEnded
    case .cancelled: .interrupted
    case .notUTF8: .notUTF8
    case .tooLong: .lineTooLong
    }
  }
}

/// Where the lines of a session come from: a person at a terminal, or a pipe.
protocol LineInput: Sendable {
  /// Whether a person is there to be prompted.
  var isInteractive: Bool { get }

  /// The next command. Blank lines are passed over.
  ///
  /// `completions` is asked from any thread, with the text left of the cursor, for the whole lines
  /// that it may become.
  func nextCommand(prompt: String, completions: @escaping @Sendable (String) -> [String])
    async throws(InputFault) -> InputLine

  /// The next line as the answer of a dialogue, be it blank: not in the history, not completed.
  func nextAnswer(prompt: String) async throws(InputFault) -> InputLine

  /// The next line as a password, which a terminal does not show.
  func nextSecret(prompt: String) async throws(InputFault) -> InputSecret

  /// Commands that have arrived already, up to `limit` of them and while `accept` takes them; the rest
  /// stays for later. Never waits. Blank lines are passed over; from a person there are none.
  func arrivedCommands(limit: Int, while accept: @Sendable (String) -> Bool) async -> [InputLine]
}

/// Whether nothing but white space is there.
func isBlank(_ text: String) -> Bool {
  text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
}

extension Field {
  /// The text before the place where it is typed, in one row.
  var prompt: String { "\(label): " }
}

extension HiddenField {
  /// The text before the place where it is typed, in one row.
  var prompt: String { "\(label): " }
}
