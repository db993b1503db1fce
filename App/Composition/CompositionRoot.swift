public import Data
import Domain
import Platform
import Presentation
import Terminal

/// Creates everything that runs; the only place that names a concrete repository.
public struct CompositionRoot: Sendable {
  /// The use cases over the store.
  public let useCases: UseCases
  /// Makes use cases over the store for people whose days begin as in that calendar.
  public let makeUseCases: @Sendable (any LocalCalendar) -> UseCases
  package let login: LocalLogin
  package let maintenance: any StoreMaintenance
  /// Notices changes to the store by other processes.
  public let watch: any StoreWatch
  /// The calendar of the computer's time zone.
  public let calendar: any LocalCalendar
  /// The computer's clock.
  public let clock: any Clock
  package let locations: FileLocations

  /// The calendar of a time zone by its name, such as a browser's; `nil` for an unknown one.
  public func calendar(named zone: String) -> (any LocalCalendar)? { ZoneCalendar(named: zone) }

  /// - Parameters:
  ///   - options: the command's options.
  ///   - place: where people log in; the terminal if `nil`.
  ///   - makesStore: whether to create a missing store that was named; otherwise a wrong name is an
  ///     error.
  ///   - threads: where the store reads and writes.
  ///   - largestGroup: how many writes are committed together at most; the store's default if `nil`.
  ///   - whenOutcomeIsUnknown: called when it is not known whether changes were saved.
  /// - Throws: the refusals of opening the store, `Refusal.store(.missing)`, and `.environment`.
  package init(
    options: CommonValues, place: String? = nil, makesStore: Bool, threads: StoreThreads,
    largestGroup: Int? = nil, whenOutcomeIsUnknown: (@Sendable (Refusal) -> Void)? = nil
  ) async throws(Refusal) {
    locations = try FileLocations(store: options.store, environment: .process)
    // Before anything can be wrong with it.
    if options.verbose, !options.quiet { LineOutput(visible: visible).nameStore(locations.store) }
    if !makesStore { try locations.requireNamedStore() }
    try locations.makeUsualFolder()
    let clock = WallClock()
    let calendar = SystemCalendar()
    self.calendar = calendar
    self.clock = clock
    let store: any Store & StoreWatch & StoreMaintenance
    if PostgreSQLAddress.names(locations.store) {
      // After a lost commit, the next answer is the server's, not one from memory.
      store = Self.leaked(
        try await PostgreSQLStore(
          at: PostgreSQLAddress(locations.store), clock: clock, makesStore: makesStore,
          threads: threads, largestGroup: largestGroup ?? PostgreSQLStore.usualGroup))
    } else {
      store = Self.leaked(
        try await SQLiteStore(
          path: locations.store, clock: clock, threads: threads,
          largestGroup: largestGroup ?? SQLiteStore.usualGroup,
          whenOutcomeIsUnknown: whenOutcomeIsUnknown))
    }
    maintenance = store
    watch = store
    makeUseCases = { calendar in
      UseCases(
        store: store, hasher: Argon2idHasher(), normalizer: UnicodeNormalizer(),
        calendar: calendar, clock: clock)
    }
    useCases = makeUseCases(calendar)
    login = LocalLogin(
      useCases: useCases, sessionPath: locations.savedLogin, devicePath: locations.device,
      store: locations.store, place: "\(place ?? Self.terminal) on \(Self.hostName)",
      serverURL: { [useCases, locations] () throws(Refusal) in
        try await ServerNote(of: useCases, in: locations).url()
      })
  }

  /// Keeps a store for ever: at the end of the program the system closes its file faster.
  private static func leaked<Store: AnyObject>(_ store: Store) -> Store {
    Unmanaged.passRetained(store).takeUnretainedValue()
  }

  /// A flow that begins with the saved login, if there is one, and ends when a signal ends the program.
  ///
  /// - Parameter isWatching: whether its scenes follow what others change.
  /// - Returns: the flow, at its start.
  @MainActor
  package func flow(isWatching: Bool) async -> Flow {
    let flow = await login.flow(watch: isWatching ? MinuteWatch(watch, clock: clock) : nil)
    EndingSignals.prepare { await flow.end() }
    return flow
  }

  /// What a program needs that serves many people.
  ///
  /// - Parameters:
  ///   - options: the program's options.
  ///   - largestGroup: how many writes are committed together at most; the store's default if `nil`.
  ///   - whenOutcomeIsUnknown: called once when it is not known whether changes were saved; every
  ///     later change is refused.
  /// - Throws: the refusals of opening the store, `Refusal.store(.missing)`, and `.environment`.
  public init(
    serving options: CommonValues, largestGroup: Int?,
    whenOutcomeIsUnknown: @escaping @Sendable (Refusal) -> Void
  ) async throws(Refusal) {
    try await self.init(
      options: options, makesStore: false, threads: .dedicated, largestGroup: largestGroup,
      whenOutcomeIsUnknown: whenOutcomeIsUnknown)
  }

  /// The sentence to warn people with before they count, when the store's server promises less than
  /// it should.
  public var warning: String? {
    // Whoever counts next is told what is wrong with the server.
    get async { (try? await maintenance.durability())?.warning }
  }

  /// Why no change can be saved now; `nil` if it can.
  public var reasonAgainstWriting: Refusal? {
    get async {
      do throws(Refusal) {
        try await maintenance.checkWriting()
        return nil
      } catch {
        return error
      }
    }
  }

  /// The path or address of the store.
  public var storePath: String { locations.store }

  /// Where the server that runs for the store notes how phones reach it.
  ///
  /// - Throws: the refusals of the store.
  public func serverNote() async throws(Refusal) -> ServerNote {
    try await ServerNote(of: useCases, in: locations)
  }

  /// Where the server keeps the authority with which this machine makes certificates.
  public var authorityFile: PrivateFile {
    PrivateFile(
      path: locations.authority, meaning: "authority",
      remedy: "start again; phones then need the new certificate")
  }

  /// Checks that Tally can back up the store.
  ///
  /// - Throws: `Refusal.input(.wrongUsage)` for PostgreSQL, and the refusals of `FileLocations`.
  package static func checkBackup(of options: CommonValues) throws(Refusal) {
    let locations = try FileLocations(store: options.store, environment: .process)
    if PostgreSQLAddress.names(locations.store) { throw PostgreSQLStore.backedUpElsewhere }
  }

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "this computer" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static var terminal: String {
    let name = ttyname(STDIN_FILENO).map { String(cString: $0) } ?? "a script"
    return name.hasPrefix("/dev/") ? String(name.dropFirst(5)) : name
  }
}

extension SQLiteStore: StoreMaintenance {
  package func durability() async throws(Refusal) -> Durability? { nil }
}

extension PostgreSQLStore: StoreMaintenance {
  package func backUp(to path: String) async throws(Refusal) { throw Self.backedUpElsewhere }

  package func backUp(
    through write: @Sendable (_ bytes: [UInt8]) throws(Refusal) -> Void
  ) async throws(Refusal) {
    throw Self.backedUpElsewhere
  }

  fileprivate static let backedUpElsewhere = Refusal.input(
    .wrongUsage(
      "PostgreSQL backs up its own stores. Use pg_dump, or pg_basebackup for the whole server",
      usage: nil))
}

extension ServerNote {
  /// The note of the server for a store, which is read for its id.
  fileprivate init(of useCases: UseCases, in locations: FileLocations) async throws(Refusal) {
    self.init(path: locations.serverNote(of: try await useCases.identity.storeID()))
  }
}
