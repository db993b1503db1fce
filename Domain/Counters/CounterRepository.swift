/// Stores counters and their histories.
///
/// Each method is one transaction, and finds only what the session's account may see: its own
/// counters, and those shared with it. All methods throw `Refusal.notLoggedIn` when the session has
/// ended, `Refusal.noSuchCounter` when the account cannot see such a counter, `Refusal.ownerOnly`
/// when a member may not do that, and the store's refusals.
public protocol CounterRepository: Sendable {
  /// The account's own counters by name, then those shared with it by owner and name.
  func counters(in session: Session) async throws(Refusal) -> [Counter]

  /// The same counters, each with the sum of a period.
  func counters(summing period: Range<Timestamp>, in session: Session) async throws(Refusal)
    -> [CounterSummary]

  /// The counter that the account opened last, or `nil` if it no longer exists.
  func openCounter(in session: Session) async throws(Refusal) -> Counter?

  /// The counter as it is now.
  func refreshed(_ counter: Counter, in session: Session) async throws(Refusal) -> Counter

  /// Finds a counter ignoring case, and records it as the open one.
  func open(_ reference: CounterReference, in session: Session) async throws(Refusal) -> Counter

  /// The counter as it is now, whatever its name is, recorded as the open one.
  func open(_ counter: Counter, in session: Session) async throws(Refusal) -> Counter

  /// Creates a counter with the count 0, and records it as the open one.
  ///
  /// - Throws: `Refusal.counterExists`.
  func createCounter(named name: CounterName, in session: Session) async throws(Refusal)
    -> Counter

  /// Renames a counter.
  ///
  /// - Throws: `Refusal.counterExists`.
  func rename(_ counter: Counter, to name: CounterName, in session: Session)
    async throws(Refusal) -> Counter

  /// Sets a counter's target, or removes it with `nil`. This is not part of the history.
  func setTarget(_ target: Target?, of counter: Counter, in session: Session)
    async throws(Refusal) -> Counter

  /// When the account's days begin.
  func dayStart(in session: Session) async throws(Refusal) -> DayStart

  /// Lets the account's days begin at another time, from the first of them on.
  func setDayStart(_ start: DayStart, in session: Session) async throws(Refusal)

  /// The counters that the account took out of its lists.
  func archivedCounters(in session: Session) async throws(Refusal) -> Set<Counter.ID>

  /// Takes a counter that the account can see out of its lists, or puts it back. Others' lists stay
  /// as they are.
  func setArchived(_ isArchived: Bool, _ counter: Counter, in session: Session)
    async throws(Refusal)

  /// Deletes a counter with its history.
  func delete(_ counter: Counter, in session: Session) async throws(Refusal)

  /// Does the requests in order up to the first refused one, without opening the counter, and
  /// commits those before it together.
  ///
  /// If the account has used a request's identifier already, nothing is done, and the outcome is
  /// the first one. Other accounts' identifiers do not matter. A request is refused with
  /// `Refusal.identifierTaken` when its identifier belongs to another counter, command or amount,
  /// and with `.unexpectedCount` when the count is not the expected one.
  ///
  /// - Throws: the refusal of the first request when the counter would be created for it.
  func change(_ counter: ChangedCounter, by requests: [CommandRequest], as proof: SessionProof)
    async throws(Refusal) -> BatchResult

  /// The counter with this id as it is now, whatever its name is.
  func counter(withID id: Counter.ID, in session: Session) async throws(Refusal) -> Counter

  /// Finds a counter ignoring case, without opening it.
  func counter(_ reference: CounterReference, in session: Session) async throws(Refusal) -> Counter

  /// Which of the requests the account has made on the counter with this id already, also when it
  /// cannot see that counter any more. Says nothing about others' changes.
  func areRecorded(_ requests: [CommandRequest], onCounter id: Counter.ID, in session: Session)
    async throws(Refusal) -> [Bool]

  /// The first and last sequence numbers of the counter's newest `limit` changes (0 or more) in a
  /// period (`nil` is all time), or `nil` if there are none. Each step is a separate transaction.
  func numbers(
    ofNewest limit: Int, of counter: Counter, during period: Range<Timestamp>?, in session: Session
  ) async throws(Refusal) -> ClosedRange<Int64>?

  /// Reads the first `length` changes (1 or more) with these numbers, in the order of entry, and
  /// returns those in a period (`nil` is all time). Pages read one after another fit together,
  /// because history is only appended.
  func changes(
    of counter: Counter, numbered numbers: ClosedRange<Int64>, during period: Range<Timestamp>?,
    atMost length: Int, in session: Session
  ) async throws(Refusal) -> HistoryPage

  /// The sums of the additions of a period, in each stretch in which something was entered; oldest
  /// first. `stretch` is the one that contains a moment of the period. Undone changes, sets and
  /// resets add nothing. Each step is a separate transaction.
  func sums(
    of counter: Counter, during period: Range<Timestamp>,
    by stretch: @escaping @Sendable (Timestamp) -> Range<Timestamp>, in session: Session
  ) async throws(Refusal) -> [ChartBar]

  /// How many sets and resets of a period are not in its sums.
  func setsAndResets(of counter: Counter, during period: Range<Timestamp>, in session: Session)
    async throws(Refusal) -> SetsAndResets
}

extension CounterRepository {
  /// A bar for each two neighbouring `boundaries`, which ascend, so one fewer than boundaries; a
  /// boundary belongs to the bar that begins there.
  public func bars(of counter: Counter, between boundaries: [Timestamp], in session: Session)
    async throws(Refusal) -> [ChartBar]
  {
    let beginning = boundaries.first ?? Timestamp(milliseconds: 0)
    let end = max(beginning, boundaries.last ?? beginning)
    let stretch = { @Sendable moment in
      let next = boundaries.partitioningIndex { $0 > moment }
      return boundaries[next - 1]..<boundaries[next]
    }
    var rest = try await sums(of: counter, during: beginning..<end, by: stretch, in: session)[...]
    return zip(boundaries, boundaries.dropFirst()).map { start, end in
      start < end && rest.first?.start == start
        ? rest.removeFirst() : ChartBar(start: start, sum: 0)
    }
  }

  /// The sum of the additions between each two neighbouring `boundaries`; `nil` is out of range.
  public func sums(of counter: Counter, between boundaries: [Timestamp], in session: Session)
    async throws(Refusal) -> [Int64?]
  {
    try await bars(of: counter, between: boundaries, in: session).map(\.sum)
  }
}
