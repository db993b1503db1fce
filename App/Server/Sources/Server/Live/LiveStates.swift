import Domain
import PageToolkit

/// The states of watched counters as JSON, so that many streams of one counter read it once.
///
/// A browser's calendar says when its days begin; without one, the server's does.
actor LiveStates {
  /// What a state is made of: the counter as it is read by somebody, and that person's day.
  struct Sight: Equatable, Sendable {
    let counter: Counter
    fileprivate let day: Range<Timestamp>
  }

  /// What a state depends on for good.
  private struct Key: Hashable {
    let counter: Counter.ID
    let zone: String?
    let day: Range<Timestamp>
    /// `nil` for the owner, who sees other words than members do.
    let permission: Role.Permission?
  }

  private let makeUseCases: @Sendable (any LocalCalendar) -> UseCases
  private let serverCalendar: any LocalCalendar
  private let clock: any Domain.Clock
  private var entries: [Key: (sight: Sight, reading: Task<Result<String, Refusal>, Never>)] = [:]
  /// How many states are remembered; then all are forgotten.
  private static let most = 1_000

  init(
    makeUseCases: @escaping @Sendable (any LocalCalendar) -> UseCases,
    calendar: any LocalCalendar, clock: any Domain.Clock
  ) {
    self.makeUseCases = makeUseCases
    serverCalendar = calendar
    self.clock = clock
  }

  /// What a browser sees now of a counter that was just read for it.
  ///
  /// - Throws: the refusals of the repository.
  nonisolated func sight(
    of counter: Counter, in session: Session, by calendar: (any LocalCalendar)?
  )
    async throws(Refusal) -> Sight
  {
    let days = try await makeUseCases(calendar ?? serverCalendar).days(of: session)
    return Sight(counter: counter, day: days.day(containing: clock.now))
  }

  /// What a browser sees now of the session's list of counters.
  ///
  /// - Throws: the refusals of the repository.
  nonisolated func list(in session: Session, by calendar: (any LocalCalendar)?)
    async throws(Refusal) -> [CounterSummary]
  {
    try await makeUseCases(calendar ?? serverCalendar).summarizeCounters(in: session)
  }

  /// The state as JSON, in a session that has just been allowed to read the counter.
  ///
  /// - Throws: the refusals of the repository.
  func json(of sight: Sight, in session: Session, by calendar: (any LocalCalendar)?)
    async throws(Refusal) -> String
  {
    let counter = sight.counter
    let key = Key(
      counter: counter.id, zone: calendar?.zone, day: sight.day, permission: counter.permission)
    if let entry = entries[key], entry.sight == sight,
      let state = try? await entry.reading.value.get()
    {
      return state
    }
    let reading = Task { [makeUseCases, calendar = calendar ?? serverCalendar] in
      await Result { () async throws(Refusal) in
        counter.liveJSON(
          html: try await counter.liveHTML(
            in: session, by: makeUseCases(calendar), calendar: calendar))
      }
    }
    if entries.count >= Self.most { entries = [:] }
    entries[key] = (sight, reading)
    return try await reading.value.get()
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
