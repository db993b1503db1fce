import Dispatch
import Foundation
import Programs
import Synchronization

/// Processes that change one counter until they are told to stop. Each starts again when it ends.
final class Load: Sendable {
  /// What a process does with a change whose outcome is unknown.
  enum Resending: Sendable { case never, sameID, newID }

  /// What all processes heard.
  struct Record: Sendable {
    /// The acknowledged changes, by identifier, and the counts that they led to.
    var acknowledged: [String: Int] = [:]
    /// The changes whose outcome stayed unknown.
    var unknown: Set<String> = []
    /// How often a process ended because a change was refused, or its outcome was unknown.
    var failures = 0
    /// The longest time between two acknowledgements of one process.
    var longestPause = Duration.zero
    /// Unexpected output.
    var complaints: [String] = []
  }

  private let counter: String
  /// What the identifiers begin with, which are unique for an account.
  private let prefix: String
  private let environment: [String: String]
  private let state = Mutex(State())
  private let news = DispatchSemaphore(value: 0)

  private struct State {
    var isOver = false
    var acknowledgements = 0
    var failures = 0
    var hasComplaint = false
  }

  /// Changes of a counter. The side makes their identifiers unique; the environment names the store.
  init(of counter: String, side: String = "", environment: [String: String]) {
    self.counter = counter
    prefix = "\(counter)\(side)-"
    self.environment = environment
  }

  /// Waits for this many more acknowledgements, or a complaint.
  func hear(acknowledgements count: Int) async throws {
    try await wait(for: count, more: \.acknowledgements)
  }

  /// Waits until this many more changes were refused or their outcome was unknown, or for a
  /// complaint.
  func hear(failures count: Int) async throws {
    try await wait(for: count, more: \.failures)
  }

  private func wait(for count: Int, more number: KeyPath<State, Int> & Sendable) async throws {
    try await blocking { [self] in
      let last = state.withLock { $0[keyPath: number] + count }
      while state.withLock({ $0[keyPath: number] < last && !$0.hasComplaint }) {
        guard news.wait(timeout: .now() + patience / .seconds(1)) == .success else {
          throw SystemError("the answer to a change", code: ETIMEDOUT)
        }
      }
    }
  }

  /// Lets each process finish its change.
  func end() { state.withLock { $0.isOver = true } }

  /// Runs one process for each way of resending, while `body` runs or until `end` is called.
  func run(_ processes: [Resending], while body: () async throws -> Void) async throws -> Record {
    async let record = run(processes)
    let result: Result<Void, any Error>
    do {
      result = .success(try await body())
    } catch {
      result = .failure(error)
    }
    // Otherwise the processes would never end.
    end()
    let heard = try await record
    try result.get()
    return heard
  }

  private func run(_ processes: [Resending]) async throws -> Record {
    try await withThrowingTaskGroup(of: Record.self) { group in
      for (number, resending) in processes.enumerated() {
        group.addTask { [self] in
          try await blocking { try self.change(as: "\(number)", resending) }
        }
      }
      return try await group.reduce(into: Record()) { $0 += $1 }
    }
  }

  private func change(as name: String, _ resending: Resending) throws -> Record {
    var record = Record()
    var (number, attempt) = (0, 0)
    var last = ContinuousClock.now
    var session: Conversation?
    defer {
      if !record.complaints.isEmpty {
        state.withLock { $0.hasComplaint = true }
        news.signal()
      }
    }
    while record.complaints.isEmpty, attempt > 0 || !state.withLock({ $0.isOver }) {
      guard .now < last + patience else {
        record.complaints.append("nothing was acknowledged within \(patience)")
        break
      }
      let present = try session ?? started()
      session = present
      let id =
        "\(prefix)\(name)-\(number)" + (attempt > 0 && resending == .newID ? "#\(attempt)" : "")
      present.say("up \(counter) --id \(id) --quiet\n")
      if let line = present.hear(), let count = Int(line.dropFirst(Door.answer.count)) {
        record.acknowledged[id] = count
        record.longestPause = max(record.longestPause, .now - last)
        last = .now
        (number, attempt) = (number + 1, 0)
        state.withLock { $0.acknowledgements += 1 }
        news.signal()
        continue
      }
      let end = present.end()
      session = nil
      switch Outcome(of: end) {
      case .unknown where resending == .never:
        record.unknown.insert(id)
        fallthrough
      case .refused where attempt == 0:
        // What was refused must not be there, so it is not sent again.
        number += 1
      case .unknown: attempt += 1
      case .refused: break
      case .unexpected: record.complaints.append("\(end)")
      }
      record.failures += 1
      state.withLock { $0.failures += 1 }
      news.signal()
    }
    if let end = session?.end(), end.status != 0 { record.complaints.append("\(end)") }
    return record
  }

  private func started() throws -> Conversation {
    let session = try Conversation(environment: environment)
    _ = session.hear()
    return session
  }
}

extension TallyProgram {
  /// Runs processes that change a counter while `body` runs.
  ///
  /// - Returns: what they heard. What contradicts the counter's history is among the complaints.
  func load(
    _ counter: String, by processes: [Load.Resending], while body: (Load) async throws -> Void
  ) async throws -> Load.Record {
    let load = Load(of: counter, environment: environment)
    var record = try await load.run(processes) { try await body(load) }
    record.complaints = record.violations(
      in: try await DoorEntry.all(of: counter, in: self, for: environment),
      count: try await count(of: counter))
    return record
  }
}
