/// All repositories of one store.
public typealias Store = UserRepository & SessionRepository & CounterRepository
  & MemberRepository & InvitationRepository & TransferRepository & StoreIdentity

/// All use cases over one store.
///
/// The composition root creates them once, for all scenes and commands. They belong to nobody: each
/// call names its session.
public struct UseCases: Sendable {
  /// For operations without a rule: resuming a session by its token, listing sessions.
  public let sessions: any SessionRepository
  /// For operations without a rule: listing counters, reading a page of history.
  public let counters: any CounterRepository
  /// For operations without a rule: leaving a counter, counting and listing the members of own
  /// counters.
  public let members: any MemberRepository
  /// For operations without a rule: making, listing and ending invitations.
  public let invitations: any InvitationRepository
  /// For operations without a rule: telling this store from others.
  public let identity: any StoreIdentity
  /// Exports a whole account.
  public let exportAccount: ExportAccount
  /// Imports the changes of an account.
  public let importAccount: ImportAccount
  let users: any UserRepository
  let hasher: any PasswordHasher
  let normalizer: any TextNormalizer
  /// Says where local days begin.
  public let calendar: any LocalCalendar
  /// Tells the time.
  public let clock: any Clock

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
    (sessions, counters, members, invitations) = (store, store, store, store)
    (identity, users) = (store, store)
    (self.hasher, self.normalizer, self.calendar, self.clock) = (
      hasher, normalizer, calendar, clock
    )
    exportAccount = ExportAccount(transfers: store, counters: store)
    importAccount = ImportAccount(transfers: store, normalizer: normalizer, clock: clock)
  }
}

extension UseCases {
  /// The present time.
  public var now: Timestamp { clock.now }
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
