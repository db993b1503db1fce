import Domain
import Doubles
import Synchronization

/// A store in memory that tells what it was asked, and that can be made to wait before it answers.
final class RecordingStore: Sendable {
  private let store: InMemoryStore
  private let log = Mutex<[String]>([])
  private let beforeAnswering: Mutex<(@Sendable (String) async -> Void)?> = Mutex(nil)

  init(_ store: InMemoryStore) {
    self.store = store
  }

  /// What was asked since the last `forget()`, in order: `apply 3` for three commands at once.
  var received: [String] { log.withLock { $0 } }

  func forget() {
    log.withLock { $0 = [] }
  }

  /// Runs `action` with what is asked, before every answer from now on.
  func beforeAnswering(_ action: @escaping @Sendable (String) async -> Void) {
    beforeAnswering.withLock { $0 = action }
  }

  private func asked(_ call: String) async -> InMemoryStore {
    log.withLock { $0.append(call) }
    await beforeAnswering.withLock { $0 }?(call)
    return store
  }
}

extension RecordingStore: UserRepository {
  func signUp(_ user: NewUser, firstCounter: CounterName, at place: String)
    async throws(Refusal) -> NewSession
  { try await asked("signUp").signUp(user, firstCounter: firstCounter, at: place) }

  func countTry(at username: String) async throws(Refusal) -> Credentials? {
    try await asked("countTry").countTry(at: username)
  }

  func changePassword(to hash: PasswordHash, in session: Session) async throws(Refusal) {
    try await asked("changePassword").changePassword(to: hash, in: session)
  }

  func deleteAccount(in session: Session) async throws(Refusal) {
    try await asked("deleteAccount").deleteAccount(in: session)
  }
}

extension RecordingStore: SessionRepository {
  func beginSession(with credentials: Credentials, newHash: PasswordHash?, at place: String)
    async throws(Refusal) -> NewSession
  {
    try await asked("beginSession").beginSession(with: credentials, newHash: newHash, at: place)
  }

  func resumeSession(_ token: SessionToken) async throws(Refusal) -> Session {
    try await asked("resumeSession").resumeSession(token)
  }

  func endSession(_ session: Session) async throws(Refusal) {
    try await asked("endSession").endSession(session)
  }

  func endAllSessions(of session: Session) async throws(Refusal) {
    try await asked("endAllSessions").endAllSessions(of: session)
  }

  func otherSessions(than session: Session) async throws(Refusal) -> [SessionSummary] {
    try await asked("otherSessions").otherSessions(than: session)
  }
}

extension RecordingStore: CounterRepository {
  func counters(in session: Session) async throws(Refusal) -> [Counter] {
    try await asked("counters").counters(in: session)
  }

  func openCounter(in session: Session) async throws(Refusal) -> Counter? {
    try await asked("openCounter").openCounter(in: session)
  }

  func refreshed(_ counter: Counter, in session: Session) async throws(Refusal) -> Counter {
    try await asked("refreshed").refreshed(counter, in: session)
  }

  func open(named name: CounterName, in session: Session) async throws(Refusal) -> Counter {
    try await asked("open \(name.text)").open(named: name, in: session)
  }

  func createCounter(named name: CounterName, in session: Session) async throws(Refusal) -> Counter
  { try await asked("createCounter \(name.text)").createCounter(named: name, in: session) }

  func rename(_ counter: Counter, to name: CounterName, in session: Session)
    async throws(Refusal) -> Counter
  { try await asked("rename \(name.text)").rename(counter, to: name, in: session) }

  func delete(_ counter: Counter, in session: Session) async throws(Refusal) {
    try await asked("delete").delete(counter, in: session)
  }

  func apply(_ commands: [CountCommand], to counter: Counter, in session: Session)
    async throws(Refusal) -> BatchResult
  { try await asked("apply \(commands.count)").apply(commands, to: counter, in: session) }

  func counter(named name: CounterName, in session: Session) async throws(Refusal) -> Counter {
    try await asked("find \(name.text)").counter(named: name, in: session)
  }

  func record(_ request: CommandRequest, on name: CounterName, creating: Bool, in session: Session)
    async throws(Refusal) -> BatchResult.Outcome
  {
    try await asked("record \(name.text)")
      .record(request, on: name, creating: creating, in: session)
  }

  func numbers(
    ofNewest limit: Int, of counter: Counter, during period: Range<Timestamp>?, in session: Session
  ) async throws(Refusal) -> ClosedRange<Int64>? {
    try await asked("numbers \(limit)")
      .numbers(ofNewest: limit, of: counter, during: period, in: session)
  }

  func changes(
    of counter: Counter, numbered numbers: ClosedRange<Int64>, during period: Range<Timestamp>?,
    atMost length: Int, in session: Session
  ) async throws(Refusal) -> HistoryPage {
    try await asked("changes").changes(
      of: counter, numbered: numbers, during: period, atMost: length, in: session)
  }

  func sums(of counter: Counter, between boundaries: [Timestamp], in session: Session)
    async throws(Refusal) -> [Int64?]
  { try await asked("sums").sums(of: counter, between: boundaries, in: session) }
}

extension RecordingStore: TransferRepository {
  func extents(in session: Session) async throws(Refusal) -> [CounterExtent] {
    try await asked("extents").extents(in: session)
  }

  func importRows(
    _ pages: some ImportPages, in session: Session, saved: @escaping @Sendable (Int64) -> Void
  ) async throws(Refusal) -> ImportSummary {
    try await asked("import").importRows(pages, in: session, saved: saved)
  }
}
