import App
import Domain

/// The states of watched counters as JSON, so that many streams of one counter read it once.
actor LiveStates {
  private struct Entry {
    let counter: Counter
    let reading: Task<Result<String, Refusal>, Never>
  }

  private let useCases: UseCases
  private var entries: [Counter.ID: Entry] = [:]
  /// How many counters are remembered; then all are forgotten.
  private static let most = 1_000

  init(useCases: UseCases) {
    self.useCases = useCases
  }

  /// The state of a counter that `session` has just been allowed to read.
  ///
  /// - Throws: the refusals of the repository.
  func json(of counter: Counter, in session: Session) async throws(Refusal) -> String {
    if let entry = entries[counter.id], entry.counter.shows(the: counter),
      let state = try? await entry.reading.value.get()
    {
      return state
    }
    let reading = Task { [useCases] in
      await Result { () async throws(Refusal) in
        let state = try await LiveState.read(of: counter, in: session, by: useCases.counters)
        return state.json
      }
    }
    if entries.count >= Self.most { entries = [:] }
    entries[counter.id] = Entry(counter: counter, reading: reading)
    return try await reading.value.get()
  }
}

extension Counter {
  /// Whether another reading of the counter, perhaps by another member, shows the same.
  func shows(the other: Counter) -> Bool {
    (count, target, changedAt, name) == (other.count, other.target, other.changedAt, other.name)
  }
}

extension Result where Failure: Error {
  /// The result of an asynchronous function.
  fileprivate init(_ body: () async throws(Failure) -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
