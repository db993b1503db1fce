import Domain
import Doubles
import Synchronization

/// An in-memory store that records its calls, and can wait before it answers.
final class RecordingStore: Sendable {
  private let store: InMemoryStore
  private let log = Mutex<[String]>([])
  private let beforeAnswering: Mutex<(@Sendable (String) async -> Void)?> = Mutex(nil)

  init(_ store: InMemoryStore) {
    self.store = store
  }

  /// The calls since the last `forget()`, in order: `apply 3` for three commands at once.
  var received: [String] { log.withLock { $0 } }

  func forget() {
    log.withLock { $0 = [] }
  }

  /// Runs `action` with the call's name before every later answer.
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
  func signUp(_ user: NewUser, firstCounter: CounterName, on device: Device)
    async throws(Refusal) -> NewSession
  { try await asked("signUp").signUp(user, firstCounter: firstCounter, on: device) }

  func countAttempt(at username: String, from device: DeviceToken?)
    async throws(Refusal) -> Credentials?
  { try await asked("countAttempt").countAttempt(at: username, from: device) }

  func changePassword(
    to hash: PasswordHash, in session: Session, on device: DeviceToken?
  ) async throws(Refusal) {
    try await asked("changePassword").changePassword(to: hash, in: session, on: device)
  }

  func accountToReset(_ username: Username) async throws(Refusal) -> User {
    try await asked("accountToReset").accountToReset(username)
  }

  func resetPassword(of user: User, to hash: PasswordHash) async throws(Refusal) {
    try await asked("resetPassword").resetPassword(of: user, to: hash)
  }

  func deleteAccount(in session: Session) async throws(Refusal) {
    try await asked("deleteAccount").deleteAccount(in: session)
  }
}

extension RecordingStore: SessionRepository {
  func beginSession(with credentials: Credentials, newHash: PasswordHash?, on device: Device)
    async throws(Refusal) -> NewSession
  {
    try await asked("beginSession").beginSession(
      with: credentials, newHash: newHash, on: device)
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

  func counters(summing period: Range<Timestamp>, in session: Session) async throws(Refusal)
    -> [CounterSummary]
  { try await asked("counters summing").counters(summing: period, in: session) }

  func setTarget(_ target: Target?, of counter: Counter, in session: Session)
    async throws(Refusal) -> Counter
  { try await asked("setTarget").setTarget(target, of: counter, in: session) }

  func openCounter(in session: Session) async throws(Refusal) -> Counter? {
    try await asked("openCounter").openCounter(in: session)
  }

  func refreshed(_ counter: Counter, in session: Session) async throws(Refusal) -> Counter {
    try await asked("refreshed").refreshed(counter, in: session)
  }

  func open(_ counter: Counter, in session: Session) async throws(Refusal) -> Counter {
    try await asked("open").open(counter, in: session)
  }

  func open(_ reference: CounterReference, in session: Session) async throws(Refusal) -> Counter {
    try await asked("open \(reference.text)").open(reference, in: session)
  }

  func createCounter(named name: CounterName, in session: Session) async throws(Refusal) -> Counter
  { try await asked("createCounter \(name.text)").createCounter(named: name, in: session) }

  func rename(_ counter: Counter, to name: CounterName, in session: Session)
    async throws(Refusal) -> Counter
  { try await asked("rename \(name.text)").rename(counter, to: name, in: session) }

  func dayStart(in session: Session) async throws(Refusal) -> DayStart {
    try await asked("dayStart").dayStart(in: session)
  }

  func setDayStart(_ start: DayStart, in session: Session) async throws(Refusal) {
    try await asked("setDayStart").setDayStart(start, in: session)
  }

  func archivedCounters(in session: Session) async throws(Refusal) -> Set<Counter.ID> {
    try await asked("archivedCounters").archivedCounters(in: session)
  }

  func setArchived(_ isArchived: Bool, _ counter: Counter, in session: Session)
    async throws(Refusal)
  { try await asked("setArchived").setArchived(isArchived, counter, in: session) }

  func delete(_ counter: Counter, in session: Session) async throws(Refusal) {
    try await asked("delete").delete(counter, in: session)
  }

  func change(_ counter: ChangedCounter, by requests: [CommandRequest], as proof: SessionProof)
    async throws(Refusal) -> BatchResult
  { try await asked("change \(requests.count)").change(counter, by: requests, as: proof) }

  func counter(_ reference: CounterReference, in session: Session) async throws(Refusal) -> Counter
  {
    try await asked("find \(reference.text)").counter(reference, in: session)
  }

  func areRecorded(
    _ requests: [CommandRequest], onCounter id: Counter.ID, in session: Session
  ) async throws(Refusal) -> [Bool] {
    try await asked("recorded").areRecorded(requests, onCounter: id, in: session)
  }

  func counter(withID id: Counter.ID, in session: Session) async throws(Refusal) -> Counter {
    try await asked("counter").counter(withID: id, in: session)
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

  func sums(
    of counter: Counter, during period: Range<Timestamp>,
    by stretch: @escaping @Sendable (Timestamp) -> Range<Timestamp>, in session: Session
  ) async throws(Refusal) -> [ChartBar] {
    try await asked("sums").sums(of: counter, during: period, by: stretch, in: session)
  }

  func setsAndResets(of counter: Counter, during period: Range<Timestamp>, in session: Session)
    async throws(Refusal) -> SetsAndResets
  {
    try await asked("setsAndResets").setsAndResets(of: counter, during: period, in: session)
  }
}

extension RecordingStore: MemberRepository {
  func share(
    _ counter: Counter, with username: Username, as permission: Role.Permission,
    in session: Session
  ) async throws(Refusal) -> Username {
    try await asked("share \(username.text)")
      .share(counter, with: username, as: permission, in: session)
  }

  func unshare(_ counter: Counter, with username: Username, in session: Session)
    async throws(Refusal) -> Username
  { try await asked("unshare \(username.text)").unshare(counter, with: username, in: session) }

  func leave(_ counter: Counter, in session: Session) async throws(Refusal) {
    try await asked("leave").leave(counter, in: session)
  }

  func members(of counter: Counter, summing period: Range<Timestamp>, in session: Session)
    async throws(Refusal) -> [Member]
  { try await asked("members").members(of: counter, summing: period, in: session) }

  func parts(of counter: Counter, during period: Range<Timestamp>, in session: Session)
    async throws(Refusal) -> [Part]
  { try await asked("parts").parts(of: counter, during: period, in: session) }

  func memberCount(of counter: Counter, in session: Session) async throws(Refusal) -> Int {
    try await asked("memberCount").memberCount(of: counter, in: session)
  }

  func membersOfOwnCounters(in session: Session) async throws(Refusal) -> [Username] {
    try await asked("membersOfOwnCounters").membersOfOwnCounters(in: session)
  }
}

extension RecordingStore: InvitationRepository {
  func invite(to counter: Counter, _ terms: Invitation.Terms, in session: Session)
    async throws(Refusal) -> NewInvitation
  { try await asked("invite").invite(to: counter, terms, in: session) }

  func invitations(to counter: Counter, in session: Session) async throws(Refusal) -> [Invitation] {
    try await asked("invitations").invitations(to: counter, in: session)
  }

  func uninvite(
    from counter: Counter, number: Int64?, removesGuests: Bool, in session: Session
  ) async throws(Refusal) -> (ended: Int, removed: Int) {
    try await asked("uninvite").uninvite(
      from: counter, number: number, removesGuests: removesGuests, in: session)
  }

  func removeGuest(_ name: GuestName, from counter: Counter, in session: Session)
    async throws(Refusal) -> Username
  {
    try await asked("removeGuest \(name.text)").removeGuest(name, from: counter, in: session)
  }

  func counter(invitedBy token: InvitationToken, on device: DeviceToken?) async throws(Refusal)
    -> (counter: Counter, returning: String?)
  { try await asked("invited").counter(invitedBy: token, on: device) }

  func join(by token: InvitationToken, as name: GuestName, on device: Device)
    async throws(Refusal) -> NewSession
  { try await asked("join \(name.text)").join(by: token, as: name, on: device) }
}

extension RecordingStore: TransferRepository {
  func extents(in session: Session) async throws(Refusal) -> [CounterExtent] {
    try await asked("extents").extents(in: session)
  }

  func extent(of counter: Counter, in session: Session) async throws(Refusal) -> CounterExtent {
    try await asked("extent").extent(of: counter, in: session)
  }

  func importRows(
    _ pages: some ImportPages, isTrial: Bool, in session: Session,
    saved: @escaping @Sendable (Int64) -> Void
  ) async throws(Refusal) -> ImportSummary {
    try await asked("import").importRows(pages, isTrial: isTrial, in: session, saved: saved)
  }
}

extension RecordingStore: StoreIdentity {
  func storeID() async throws(Refusal) -> StoreID { try await asked("storeID").storeID() }
}
