import Doubles
import Foundation
import Programs

/// What a member asks for at a door: to add an amount, or to undo.
struct Tap: Sendable {
  /// Unique for its member; the others use the same ones.
  let id: String
  /// `nil` is an undo.
  let amount: Int?

  /// This many taps of a counter, one in ten of them an undo, but not the first.
  static func random(_ count: Int, of counter: String, using random: inout SplitMix) -> [Tap] {
    (0..<count).map { number in
      let isUndo = number % 10 == 9
      let amount = Int.random(in: -2...5, using: &random)
      return Tap(
        id: "\(counter)-\(number)", amount: isUndo ? nil : amount < 1 ? amount - 1 : amount)
    }
  }

  /// The line of a session that asks for it.
  fileprivate func line(on counter: String, suffix: String) -> String {
    let end = "--id \(id)\(suffix) --quiet\n"
    guard let amount else { return "undo \(counter) \(end)" }
    return "\(amount < 0 ? "down" : "up") \(counter) \(abs(amount)) \(end)"
  }
}

/// A member's process at a door, which is killed a few times. Each time it starts again with the
/// first tap that has no answer.
struct Door: Sendable {
  /// How many taps are sent before an answer is awaited.
  private static let window = 8
  /// The text before the count in an answer.
  static let answer = "Current count is "

  /// Whether a tap is sent again with the same identifier. Otherwise it is sent as a new one.
  enum Resending: Sendable { case sameTap, newTap }

  /// The counts that were answered, by the number of the tap.
  private(set) var answers: [Int: Int] = [:]
  /// The undos that were refused.
  private(set) var refused: Set<Int> = []
  private(set) var kills = 0
  /// Unexpected output.
  private(set) var complaints: [String] = []

  /// Sends the taps, and blocks until each has an answer. The answers to the taps in `kills`, which
  /// is sorted, are lost with the process; `answered` is called after each of the others.
  init(
    sending taps: [Tap], to counter: String, killedAt kills: [Int], resending: Resending,
    random: SplitMix, environment: [String: String], answered: () -> Void
  ) throws {
    var (kills, random) = (kills, random)
    var (next, attempt) = (0, 0)
    while next < taps.count, complaints.isEmpty {
      attempt += 1
      let suffix = resending == .sameTap ? "" : "#\(attempt)"
      let session = try Conversation(environment: environment)
      _ = session.hear()
      var (sent, isKilled) = (next, false)
      while next < taps.count, !isKilled {
        while sent < min(next + Self.window, taps.count) {
          session.say(taps[sent].line(on: counter, suffix: suffix))
          sent += 1
        }
        guard let line = session.hear() else { break }
        if let kill = kills.first, kill <= next {
          kills.removeFirst()
          isKilled = true
          // The kill falls into one of the following taps.
          let moment =
            ContinuousClock.now + .microseconds(Int.random(in: 0...9_000, using: &random))
          while session.hear(until: moment) != nil {}
        } else if let count = Int(line.dropFirst(Self.answer.count)) {
          answers[next] = count
          next += 1
          answered()
        } else {
          complaints.append(line)
          break
        }
      }
      let end = session.end(killing: isKilled)
      if isKilled {
        self.kills += end.status == -SIGKILL ? 1 : 0
      } else if next < taps.count, taps[next].amount == nil, Self.isRefusedUndo(end) {
        refused.insert(next)
        next += 1
      } else if end.status != 0 || end.errors != "" {
        complaints.append("\(end)")
      }
    }
  }

  private static func isRefusedUndo(_ end: TallyProgram.Run) -> Bool {
    let facts = [
      "ada set the count after that. There is nothing of yours to undo\n",
      "There is nothing to undo\n",
    ]
    return end.status == 1 && facts.contains { end.errors.hasSuffix(": \($0)") }
  }
}
