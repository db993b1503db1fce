import Data
import Domain
import Foundation
import Presentation

/// The only place that names a concrete repository: everything that runs is put together here.
struct CompositionRoot {
  let useCases: UseCases
  let login: LocalLogin
  let maintenance: any StoreMaintenance
  let watch: any StoreWatch
  let calendar: any LocalCalendar
  let clock: any Clock
  let locations: FileLocations

  /// - Parameters:
  ///   - options: what was asked for.
  ///   - makesStore: whether a store that was named and is not there is made; anywhere else its name is
  ///     misspelt.
  ///   - threads: where the store reads and writes.
  /// - Throws: what opening the store refuses, `Refusal.noStore`, and `.environment`.
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
    // Nothing is left to write when the program ends, and the system closes a file sooner.
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

  /// Where a login is made, as its owner knows it: `pts/3 on laptop`.
  private static var place: String {
    let terminal = ttyname(STDIN_FILENO).map { String(cString: $0) } ?? "a script"
    let name = terminal.hasPrefix("/dev/") ? String(terminal.dropFirst(5)) : terminal
    return "\(name) on \(ProcessInfo.processInfo.hostName)"
  }
}

extension SQLiteStore: StoreMaintenance {}
