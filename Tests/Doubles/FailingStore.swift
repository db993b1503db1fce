import Domain

/// A store that throws the same refusal from every method.
public struct FailingStore: Sendable {
  private let refusal: Refusal
  private let whenTouched: @Sendable (String) -> Void

  /// Creates a store that throws `refusal`. `whenTouched` receives the method's name first, for
  /// tests that must not reach the store.
  public init(_ refusal: Refusal, whenTouched: @escaping @Sendable (String) -> Void = { _ in }) {
    self.refusal = refusal
    self.whenTouched = whenTouched
  }

  private func touched(_ method: String = #function) -> Refusal {
    whenTouched(method)
    return refusal
  }
}

extension FailingStore: UserRepository {
  public func signUp(_ user: NewUser, firstCounter: CounterName, on device: Device)
    async throws(Refusal) -> NewSession
  { throw touched() }

  public func countAttempt(at username: String, from device: DeviceToken?)
    async throws(Refusal) -> Credentials?
  { throw touched() }

  public func changePassword(
    to hash: PasswordHash, in session: Session, on device: DeviceToken?
  ) async throws(Refusal) { throw touched() }

  public func accountToReset(_ username: Username) async throws(Refusal) -> User {
    throw touched()
  }

  public func resetPassword(of user: User, to hash: PasswordHash) async throws(Refusal) {
    throw touched()
  }

  public func deleteAccount(in session: Session) async throws(Refusal) { throw touched() }
}

extension FailingStore: SessionRepository {
  public func beginSession(
    with credentials: Credentials, newHash: PasswordHash?, on device: Device
  ) async throws(Refusal) -> NewSession { throw touched() }

  public func resumeSession(_ token: SessionToken) async throws(Refusal) -> Session {
    throw touched()
  }

  public func endSession(_ session: Session) async throws(Refusal) { throw touched() }

  public func endAllSessions(of session: Session) async throws(Refusal) { throw touched() }

  public func otherSessions(than session: Session) async throws(Refusal) -> [SessionSummary] {
    throw touched()
  }
}

extension FailingStore: MemberRepository {
  public func share(
    _ counter: Counter, with username: Username, as permission: Role.Permission,
    in session: Session
  ) async throws(Refusal) -> Username { throw touched() }

  public func unshare(_ counter: Counter, with username: Username, in session: Session)
    async throws(Refusal) -> Username
  { throw touched() }

  public func leave(_ counter: Counter, in session: Session) async throws(Refusal) {
    throw touched()
  }

  public func members(of counter: Counter, summing period: Range<Timestamp>, in session: Session)
    async throws(Refusal) -> [Member]
  { throw touched() }

  public func parts(of counter: Counter, during period: Range<Timestamp>, in session: Session)
    async throws(Refusal) -> [Part]
  { throw touched() }

  public func memberCount(of counter: Counter, in session: Session) async throws(Refusal) -> Int {
    throw touched()
  }

  public func membersOfOwnCounters(in session: Session) async throws(Refusal) -> [Username] {
    throw touched()
  }
}

extension FailingStore: InvitationRepository {
  public func invite(to counter: Counter, _ terms: Invitation.Terms, in session: Session)
    async throws(Refusal) -> NewInvitation
  { throw touched() }

  public func invitations(to counter: Counter, in session: Session) async throws(Refusal)
    -> [Invitation]
  { throw touched() }

  public func uninvite(
    from counter: Counter, number: Int64?, removesGuests: Bool, in session: Session
  ) async throws(Refusal) -> (ended: Int, removed: Int) { throw touched() }

  public func removeGuest(_ name: GuestName, from counter: Counter, in session: Session)
    async throws(Refusal) -> Username
  { throw touched() }

  public func counter(invitedBy token: InvitationToken, on device: DeviceToken?)
    async throws(Refusal) -> (counter: Counter, returning: String?)
  { throw touched() }

  public func join(by token: InvitationToken, as name: GuestName, on device: Device)
    async throws(Refusal) -> NewSession
  { throw touched() }
}

extension FailingStore: CounterRepository {
  public func counters(in session: Session) async throws(Refusal) -> [Counter] {
    throw touched()
  }

  public func counters(summing period: Range<Timestamp>, in session: Session)
    async throws(Refusal) -> [CounterSummary]
  { throw touched() }

  public func setTarget(_ target: Target?, of counter: Counter, in session: Session)
    async throws(Refusal) -> Counter
  { throw touched() }

  public func openCounter(in session: Session) async throws(Refusal) -> Counter? {
    throw touched()
  }

  /// The counter as it is now.
  public func refreshed(_ counter: Counter, in session: Session) async throws(Refusal)
    -> Counter
  { throw touched() }

  public func open(_ reference: CounterReference, in session: Session) async throws(Refusal)
    -> Counter
  { throw touched() }

  public func open(_ counter: Counter, in session: Session) async throws(Refusal) -> Counter {
    throw touched()
  }

  public func createCounter(named name: CounterName, in session: Session) async throws(Refusal)
    -> Counter
  { throw touched() }

  public func rename(_ counter: Counter, to name: CounterName, in session: Session)
    async throws(Refusal) -> Counter
  { throw touched() }

  public func dayStart(in session: Session) async throws(Refusal) -> DayStart { throw touched() }

  public func setDayStart(_ start: DayStart, in session: Session) async throws(Refusal) {
    throw touched()
  }

  public func archivedCounters(in session: Session) async throws(Refusal) -> Set<Counter.ID> {
    throw touched()
  }

  public func setArchived(_ isArchived: Bool, _ counter: Counter, in session: Session)
    async throws(Refusal)
  { throw touched() }

  public func delete(_ counter: Counter, in session: Session) async throws(Refusal) {
    throw touched()
  }

  public func change(
    _ counter: ChangedCounter, by requests: [CommandRequest], as proof: SessionProof
  ) async throws(Refusal) -> BatchResult { throw touched() }

  public func counter(_ reference: CounterReference, in session: Session) async throws(Refusal)
    -> Counter
  { throw touched() }

  public func areRecorded(
    _ requests: [CommandRequest], onCounter id: Counter.ID, in session: Session
  ) async throws(Refusal) -> [Bool] { throw touched() }

  public func counter(withID id: Counter.ID, in session: Session) async throws(Refusal) -> Counter {
    throw touched()
  }

  public func numbers(
    ofNewest limit: Int, of counter: Counter, during period: Range<Timestamp>?, in session: Session
  ) async throws(Refusal) -> ClosedRange<Int64>? { throw touched() }

  public func changes(
    of counter: Counter, numbered numbers: ClosedRange<Int64>, during period: Range<Timestamp>?,
    atMost length: Int, in session: Session
  ) async throws(Refusal) -> HistoryPage { throw touched() }

  public func sums(
    of counter: Counter, during period: Range<Timestamp>,
    by stretch: @escaping @Sendable (Timestamp) -> Range<Timestamp>, in session: Session
  ) async throws(Refusal) -> [ChartBar] { throw touched() }

  public func setsAndResets(
    of counter: Counter, during period: Range<Timestamp>, in session: Session
  ) async throws(Refusal) -> SetsAndResets { throw touched() }
}

extension FailingStore: TransferRepository {
  public func extents(in session: Session) async throws(Refusal) -> [CounterExtent] {
    throw touched()
  }

  public func extent(of counter: Counter, in session: Session) async throws(Refusal)
    -> CounterExtent
  { throw touched() }

  public func importRows(
    _ pages: some ImportPages, isTrial: Bool, in session: Session,
    saved: @escaping @Sendable (Int64) -> Void
  ) async throws(Refusal) -> ImportSummary { throw touched() }
}

extension FailingStore: StoreIdentity {
  public func storeID() async throws(Refusal) -> StoreID { throw touched() }
}
