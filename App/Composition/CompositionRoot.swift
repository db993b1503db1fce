import Data
import Domain
import Foundation
import Presentation

/// Creates everything that runs; the only place that names a concrete repository.
struct CompositionRoot {
  let useCases: UseCases
  let login: LocalLogin
  let maintenance: any StoreMaintenance
  let watch: any StoreWatch
  let calendar: any LocalCalendar
  let clock: any Clock
  let locations: FileLocations

  /// - Parameters:
  ///   - options: the command's options.
  ///   - makesStore: whether to create a missing store that was named; otherwise a wrong name is an
  ///     error.
  ///   - threads: where the store reads and writes.
  /// - Throws: the refusals of opening the store, `Refusal.noStore`, and `.environment`.
  init(options: SharedOptions, makesStore: Bool, threads: SQLiteStore.Threads)
    async throws(Refusal)
  {
    locations = try FileLocations(store: options.store, environment: .process)
    if !makesStore { try locations.requireNamedStore() }
    try locations.makeUsualFolder()
    let clock = WallClock()
    let calendar = SystemCalendar()
    self.calendar = calendar
    self.clock = clock
    let store = try await SQLiteStore(path: locations.store, clock: clock, threads: threads)
    // Leaks the store on purpose: at the end of the program the system closes its file faster.
    _ = Unmanaged.passRetained(store)
    maintenance = store
    watch = store
    useCases = UseCases(
      store: store, hasher: Argon2idHasher(), normalizer: UnicodeNormalizer(), calendar: calendar,
      clock: clock)
    login = LocalLogin(
      useCases: useCases,
      file: SavedLoginFile(path: locations.savedLogin, store: locations.store),
      place: Self.place)
  }

  /// The place of a login, as shown in the list of sessions: `pts/3 on laptop`.
  private static var place: String {
    let terminal = ttyname(STDIN_FILENO).map { String(cString: $0) } ?? "a script"
    let name = terminal.hasPrefix("/dev/") ? String(terminal.dropFirst(5)) : terminal
    return "\(name) on \(ProcessInfo.processInfo.hostName)"
  }
}

extension SQLiteStore: StoreMaintenance {}
