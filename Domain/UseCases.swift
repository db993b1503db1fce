/// What one store keeps: accounts, sessions, counters, and whole accounts on the move.
public typealias Store = UserRepository & SessionRepository & CounterRepository
  & MemberRepository & TransferRepository

/// All that can be done with Tally, over one store: what the composition root makes once and every
/// scene and command takes its part of. It is nobody's: each call says whose session it is for.
public struct UseCases: Sendable {
  /// Makes an account.
  public let signUp: SignUp
  /// Logs somebody in.
  public let logIn: LogIn
  /// Logs out, here or everywhere.
  public let logOut: LogOut
  /// Changes an account's password.
  public let changePassword: ChangePassword
  /// Deletes an account.
  public let deleteAccount: DeleteAccount
  /// Makes a counter.
  public let createCounter: CreateCounter
  /// Finds a counter by name.
  public let findCounter: FindCounter
  /// Opens a counter.
  public let openCounter: OpenCounter
  /// Counts, takes back and makes again.
  public let changeCount: ChangeCount
  /// Counts by name, as scripts do.
  public let recordChange: RecordChange
  /// Renames a counter.
  public let renameCounter: RenameCounter
  /// Deletes a counter.
  public let deleteCounter: DeleteCounter
  /// Gives a counter a target.
  public let setTarget: SetTarget
  /// Lets others count or view a counter.
  public let shareCounter: ShareCounter
  /// Says what was added to counters, and by whom.
  public let summarizeCounters: SummarizeCounters
  /// Sums changes by stretches of time.
  public let chartCounts: ChartCounts
  /// Writes a whole account.
  public let exportAccount: ExportAccount
  /// Takes an account's changes in.
  public let importAccount: ImportAccount
  /// For what needs no rule: going on with a session by its token, the list of sessions.
  public let sessions: any SessionRepository
  /// For what needs no rule: the list of counters, a page of history.
  public let counters: any CounterRepository
  /// For what needs no rule: leaving a counter, whom a deletion takes one from.
  public let members: any MemberRepository

  /// The use cases over a store.
  ///
  /// - Parameters:
  ///   - store: where accounts, sessions and counters are kept.
  ///   - hasher: what passwords are hashed with.
  ///   - normalizer: what texts are normalised with.
  ///   - calendar: where local days begin.
  ///   - clock: what tells the time.
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
      counters: store, findCounter: findCounter, normalizer: normalizer, clock: clock)
    changeCount = ChangeCount(counters: store)
    renameCounter = RenameCounter(counters: store, normalizer: normalizer)
    deleteCounter = DeleteCounter(counters: store, normalizer: normalizer)
    setTarget = SetTarget(counters: store)
    shareCounter = ShareCounter(members: store)
    summarizeCounters = SummarizeCounters(
      counters: store, members: store, calendar: calendar, clock: clock)
    chartCounts = ChartCounts(counters: store, calendar: calendar, clock: clock)
    exportAccount = ExportAccount(transfers: store, counters: store)
    importAccount = ImportAccount(transfers: store, normalizer: normalizer, clock: clock)
    sessions = store
    counters = store
    members = store
  }
}

/// Notices what is written to the store: by another process, and where many use this one, by them too.
public protocol StoreWatch: Sendable {
  /// A tick within half a second after each such change that is not yet in what is read after this
  /// call; several changes may be one tick. It is looked for as long as somebody waits.
  ///
  /// `tickingAtOnce` is for what was read before: a first tick then comes for what changed since.
  func changesElsewhere(tickingAtOnce: Bool) -> AsyncStream<Void>
}
