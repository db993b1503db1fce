import Dispatch
import Domain
import Presentation

/// A line of the input.
package struct InputLine: Sendable, Equatable {
  /// The line number from 1, including blank lines and answers.
  package let number: Int
  /// The text without the line end.
  package let text: String

  package init(number: Int, text: String) {
    self.number = number
    self.text = text
  }
}

/// Why no line could be read.
package enum InputFault: Error, Equatable {
  /// The end of the input; `cause` is the error, if there was one.
  case end(cause: String?)
  /// The user dropped the line with Ctrl-C.
  case cancelled
  /// The line is not UTF-8, or is a password that contains NUL.
  case notUTF8(line: Int)
  /// The line is longer than `LineBuffer.longestLine`. In a pipe, reading cannot continue.
  case tooLong(line: Int)
}

extension InputFault {
  /// The refusal when an answer was expected.
  package var refusal: Refusal {
    switch self {
    case .end(let cause?): .environment(cause: "The input cannot be read: \(cause)")
    case .end(nil): .input(.ended)
    case .cancelled: .input(.interrupted)
    case .notUTF8: .input(.notUTF8)
    case .tooLong: .input(.lineTooLong)
    }
  }
}

/// A source of lines: a terminal or a pipe.
package protocol LineInput: Sendable {
  /// Whether it is a terminal with a user.
  var isInteractive: Bool { get }

  /// Reads the next command; skips blank lines and comments, which begin with `#`.
  ///
  /// `completions` may be called on any thread. It receives the text left of the cursor and returns
  /// the possible whole lines.
  func nextCommand(prompt: String, completions: @escaping @Sendable (String) -> [String])
    async throws(InputFault) -> InputLine

  /// Keeps a line of `nextCommand` for the arrow keys, now and in later sessions; does nothing in a
  /// pipe. A line that is no command may be a password that was typed too early.
  func remember(_ command: InputLine) async

  /// Reads the next line, perhaps blank, as an answer, without history and completion.
  func nextAnswer(prompt: String) async throws(InputFault) -> InputLine

  /// Reads the next line as a password, without echo.
  func nextSecret(prompt: String) async throws(InputFault) -> (number: Int, secret: Secret)

  /// Commands that have already arrived, up to `limit` and to one that `parse` knows nothing of;
  /// others stay for later. Never waits. Skips blank lines and comments; empty at a terminal.
  func arrivedCommands<Parsed: Sendable>(limit: Int, parse: @Sendable (String) -> Parsed?) async
    -> [(line: InputLine, parsed: Parsed)]
}

extension LineInput {
  package func remember(_ command: InputLine) {}
}

/// Whether a line has no command: only white space, or a comment.
package func isBlankOrComment(_ line: String) -> Bool {
  let first = line.unicodeScalars.first { !$0.properties.isWhitespace }
  return first == nil || first == "#"
}

extension Field {
  /// The prompt for the field.
  package var prompt: String { "\(label): " }
}

extension HiddenField {
  /// The prompt for the field.
  package var prompt: String { "\(label): " }
}

/// A queue for an actor that makes blocking system calls, so that neither the main actor nor the
/// cooperative threads are blocked.
package final class BlockingExecutor: SerialExecutor {
  /// The serial queue of the actor.
  package let queue: DispatchQueue

  package init(label: String) {
    queue = DispatchQueue(label: label)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
