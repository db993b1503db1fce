/// All repositories of one store.
public typealias Store = UserRepository & SessionRepository & CounterRepository
  & MemberRepository & TransferRepository & StoreIdentity

/// All use cases over one store.
///
/// The composition root creates it once, and each scene or command uses a part of it. It belongs to
/// nobody: each call names its session.
public struct UseCases: Sendable {
  /// Creates an account.
  public let signUp: SignUp
  /// Logs in.
  public let logIn: LogIn
  /// Logs out, here or everywhere.
  public let logOut: LogOut
  /// Changes an account's password.
  public let changePassword: ChangePassword
  /// Deletes an account.
  public let deleteAccount: DeleteAccount
  /// Creates a counter.
  public let createCounter: CreateCounter
  /// Finds a counter by name.
  public let findCounter: FindCounter
  /// Opens a counter.
  public let openCounter: OpenCounter
  /// Adds, sets, resets, undoes and redoes.
  public let changeCount: ChangeCount
  /// Changes a counter by its name, as scripts do.
  public let recordChange: RecordChange
  /// Renames a counter.
  public let renameCounter: RenameCounter
  /// Deletes a counter.
  public let deleteCounter: DeleteCounter
  /// Sets or removes a counter's target.
  public let setTarget: SetTarget
  /// Shares a counter with others.
  public let shareCounter: ShareCounter
  /// Sums additions by counter or by member.
  public let summarizeCounters: SummarizeCounters
  /// Sums changes by hour, day, week or month.
  public let chartCounts: ChartCounts
  /// Exports a whole account.
  public let exportAccount: ExportAccount
  /// Imports the changes of an account.
  public let importAccount: ImportAccount
  /// For operations without a rule: resuming a session by its token, listing sessions.
  public let sessions: any SessionRepository
  /// For operations without a rule: listing counters, reading a page of history.
  public let counters: any CounterRepository
  /// For operations without a rule: leaving a counter, counting and listing the members of own
  /// counters.
  public let members: any MemberRepository
  /// For operations without a rule: telling this store from others.
  public let identity: any StoreIdentity

  /// Creates the use cases over a store.
  ///
  /// - Parameters:
  ///   - store: stores accounts, sessions and counters.
  ///   - hasher: hashes passwords.
  ///   - normalizer: normalises texts.
  ///   - calendar: says where local days begin.
  ///   - clock: tells the time.
  public init(
    store: any Store, hasher: any PasswordHasher, normalizer: any TextNormalizer,
    calendar: any LocalCalendar,
    clock: any Clock
  ) {
    signUp = SignUp(users: store, hasher: hasher, normalizer: normalizer)
    logIn = LogIn(users: store, sessions: store, hasher: hasher, normalizer: normalizer)
    logOut = LogOut(sessions: store)
    changePassword = ChangePassword(users: store, hasher: hasher, normalizer: normalizer)
    deleteAccount = DeleteAccount(users: store, hasher: hasher, normalizer: normalizer)
    createCounter = CreateCounter(counters: store, normalizer: normalizer)
    findCounter = FindCounter(counters: store, normalizer: normalizer)
    openCounter = OpenCounter(counters: store, findCounter: findCounter)
    recordChange = RecordChange(
      counters: store, sessions: store, findCounter: findCounter, normalizer: normalizer,
      clock: clock)
    changeCount = ChangeCount(counters: store)
    renameCounter = RenameCounter(counters: store, normalizer: normalizer)
    deleteCounter = DeleteCounter(counters: store, normalizer: normalizer)
    setTarget = SetTarget(counters: store)
    shareCounter = ShareCounter(members: store)
    summarizeCounters = SummarizeCounters(
      counters: store, members: store, calendar: calendar, clock: clock)
    chartCounts = ChartCounts(counters: store, calendar: calendar, clock: clock)
    exportAccount = ExportAccount(
      transfers: store, counters: store, findCounter: findCounter)
    importAccount = ImportAccount(transfers: store, normalizer: normalizer, clock: clock)
    sessions = store
    counters = store
    members = store
    identity = store
  }
}

/// Notices changes to the store made elsewhere: by other processes, and by other users of this one.
public protocol StoreWatch: Sendable {
  /// Ticks within half a second after a change, unless a read after this call already includes it.
  ///
  /// Several changes may give one tick. The store is watched only while somebody waits.
  ///
  /// With `tickingAtOnce`, the first tick reports changes since the last read before this call.
  func changesElsewhere(tickingAtOnce: Bool) -> AsyncStream<Void>
}
