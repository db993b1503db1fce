import Dispatch
import Doubles
import Foundation
import Programs
import Synchronization

/// One counter of ada's, which members count at their doors while she corrects it.
struct DoorRound: Sendable {
  /// A member's process, and what it is asked for.
  struct Member: Sendable {
    let name: String
    let environment: [String: String]
    let taps: [Tap]
    /// The numbers of the taps whose answers are lost because the process is killed.
    let kills: [Int]
    let random: SplitMix
  }

  struct Outcome: Sendable {
    var answered = 0
    var refused = 0
    var kills = 0
    var sets = 0
    var violations: [String] = []
  }

  let counter: String
  let members: [Member]
  let resending: Door.Resending

  /// Lets everybody count, and compares what they heard with the history.
  func run(in tally: TallyProgram) async throws -> Outcome {
    let bell = Bell(interval: max(members.reduce(0) { $0 + $1.taps.count } / 25, 60))
    async let setting = blocking { try Owner(of: counter, in: tally.environment, at: bell) }
    let counting: Result<[String: Door], any Error>
    do {
      counting = .success(try await count(at: bell))
    } catch {
      counting = .failure(error)
    }
    // Otherwise the owner would wait for ever.
    bell.end()
    let owner = try await setting
    let doors = try counting.get()

    var records = ["ada": owner.record]
    for member in members {
      records[member.name] = doors[member.name].map { DoorRecord(member.taps, at: $0) }
    }
    var outcome = Outcome(
      answered: doors.values.reduce(0) { $0 + $1.answers.count },
      refused: doors.values.reduce(0) { $0 + $1.refused.count },
      kills: doors.values.reduce(0) { $0 + $1.kills }, sets: owner.record.answers.count,
      violations: doors.values.flatMap(\.complaints) + owner.complaints)
    let history = try await DoorEntry.all(of: counter, in: tally, for: tally.environment)
    outcome.violations += DoorReplay(of: history, records).violations
    if try await tally.count(of: counter) != history.last?.count {
      outcome.violations.append("\(counter) does not have the count of its last entry")
    }
    for member in members {
      let shown = try await DoorEntry.all(
        of: "ada/\(counter)", in: tally, for: member.environment)
      if shown != history { outcome.violations.append("\(member.name) sees another history") }
    }
    return outcome
  }

  private func count(at bell: Bell) async throws -> [String: Door] {
    try await withThrowingTaskGroup(of: (String, Door).self) { group in
      for member in members {
        group.addTask {
          try await blocking {
            let door = try Door(
              sending: member.taps, to: "ada/\(counter)", killedAt: member.kills,
              resending: resending, random: member.random, environment: member.environment,
              answered: bell.countAnswer)
            return (member.name, door)
          }
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  /// Tells the owner each time the members have heard some answers.
  private final class Bell: Sendable {
    private let interval: Int
    private let answers = Mutex(0)
    /// The rings that the owner has not followed yet.
    private let rings = Mutex(0)
    private let ringing = DispatchSemaphore(value: 0)

    init(interval: Int) { self.interval = interval }

    func countAnswer() {
      let count = answers.withLock { answers in
        answers += 1
        return answers
      }
      guard count % interval == 0 else { return }
      rings.withLock { $0 += 1 }
      ringing.signal()
    }

    func end() { ringing.signal() }

    /// Waits for the next ring; returns `false` after the last one, also when all came before the
    /// owner was there.
    func wait() -> Bool {
      ringing.wait()
      return rings.withLock { rings in
        guard rings > 0 else { return false }
        rings -= 1
        return true
      }
    }
  }

  /// The owner's session, which sets the count whenever the bell rings.
  private struct Owner: Sendable {
    var record = DoorRecord()
    var complaints: [String] = []

    init(of counter: String, in environment: [String: String], at bell: Bell) throws {
      let session = try Conversation(environment: environment)
      _ = session.hear()
      while bell.wait() {
        // The members use the same identifiers.
        let (id, number) = ("\(counter)-\(record.requests.count)", record.requests.count * 10)
        record.requests[id] = .set(number)
        session.say("set \(counter) \(number) --id \(id) --quiet\n")
        guard let line = session.hear(), let count = Int(line.dropFirst(Door.answer.count)) else {
          break
        }
        record.answers[id] = count
      }
      let end = session.end()
      if end.status != 0 || end.errors != "" { complaints.append("\(end)") }
    }
  }
}
