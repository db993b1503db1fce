/// Where counters and their histories are kept.
///
/// Each method is one transaction that finds nothing but what the session's account may see: its own counters, and
/// those that are shared with it.
/// All throw `Refusal.notLoggedIn` when the session has ended, `Refusal.noSuchCounter` when the account has no such
/// counter and none is shared with it, `Refusal.ownerOnly` when a member may not do that, and the store's refusals.
public protocol CounterRepository: Sendable {
  /// The account's own counters by name, then those that are shared with it by owner and name.
  func counters(in session: Session) async throws(Refusal) -> [Counter]

  /// The same counters, each with what was added to it in a period of time.
  func counters(summing period: Range<Timestamp>, in session: Session) async throws(Refusal)
    -> [CounterSummary]

  /// The counter that the account had open last, or `nil` when that one is gone.
  func openCounter(in session: Session) async throws(Refusal) -> Counter?

  /// The counter as it is now.
  func refreshed(_ counter: Counter, in session: Session) async throws(Refusal) -> Counter

  /// Finds a counter ignoring case, and notes that it is the open one.
  func open(_ reference: CounterReference, in session: Session) async throws(Refusal) -> Counter

  /// Makes a counter that stands at 0, and notes that it is the open one.
  ///
  /// - Throws: `Refusal.counterExists`.
  func createCounter(named name: CounterName, in session: Session) async throws(Refusal)
    -> Counter

  /// Gives a counter another name.
  ///
  /// - Throws: `Refusal.counterExists`.
  func rename(_ counter: Counter, to name: CounterName, in session: Session)
    async throws(Refusal) -> Counter

  /// Gives a counter a target, 1 or more, or takes it away with `nil`. That is no entry of the history.
  func setTarget(_ target: Int64?, of counter: Counter, in session: Session)
    async throws(Refusal) -> Counter

  /// Deletes a counter with its history.
  func delete(_ counter: Counter, in session: Session) async throws(Refusal)

  /// Does the commands in their order up to the first that is refused, and commits those before it
  /// together.
  func apply(_ commands: [CountCommand], to counter: Counter, in session: Session)
    async throws(Refusal) -> BatchResult

  /// The counter that was typed, ignoring case; which one is open stays as it is.
  func counter(_ reference: CounterReference, in session: Session) async throws(Refusal) -> Counter

  /// Does one command to the counter that was typed; which one is open stays as it is. With `creating`, an own counter
  /// of that name is made when there is none.
  ///
  /// When the account has used the request's identifier already, nothing is done, and the outcome is the one of
  /// the first time. Somebody else's use of it does not matter.
  ///
  /// - Throws: those of the command; `Refusal.identifierTaken` when the identifier belongs to another
  ///   counter, command or amount; `.unexpectedCount` when the count is not the expected one.
  func record(
    _ request: CommandRequest, on reference: CounterReference, creating: Bool,
    in session: Session
  ) async throws(Refusal) -> RecordedChange

  /// The numbers in the history that the counter's newest `limit` changes (0 or more) of a stretch of time
  /// (`nil` is all time) are between, or `nil` when there are none. Each step takes a transaction of its own.
  func numbers(
    ofNewest limit: Int, of counter: Counter, during period: Range<Timestamp>?, in session: Session
  ) async throws(Refusal) -> ClosedRange<Int64>?

  /// Looks at the first `length` changes (1 or more) with those numbers, in the order of entry, and takes
  /// those of a stretch of time (`nil` is all time). History is only ever appended to, so pages that are
  /// read one by one fit together.
  func changes(
    of counter: Counter, numbered numbers: ClosedRange<Int64>, during period: Range<Timestamp>?,
    atMost length: Int, in session: Session
  ) async throws(Refusal) -> HistoryPage

  /// What was added between neighbours of `boundaries` (one sum fewer than there are boundaries; each
  /// boundary belongs to the stretch that begins there). What was undone, set or reset is not summed;
  /// a sum that leaves 64 bits is `nil`.
  func sums(of counter: Counter, between boundaries: [Timestamp], in session: Session)
    async throws(Refusal) -> [Int64?]
}
