import Data
import Domain
import Doubles
import Programs

/// The kinds of stores for journeys.
enum StoreKind: CaseIterable {
  case file, memory, postgresql

  /// Those that can be tried here.
  static let allCases: [StoreKind] =
    [.file, .memory] + (PostgreSQLServer.isInstalled ? [.postgresql] : [])
}

/// The store, clock and calendar of a journey.
struct JourneyWorld {
  let world = TestWorld()
  let useCases: UseCases
  private let folder: TemporaryFolder?

  init(_ kind: StoreKind) async throws {
    switch kind {
    case .memory:
      folder = nil
      useCases = world.useCases
    case .postgresql:
      folder = nil
      let address = try await PostgreSQLAddress(PostgreSQLServer.shared.newSchema())
      useCases = world.useCases(
        over: try await PostgreSQLStore(
          at: address, clock: world.clock, makesStore: true, patience: patience))
    case .file:
      let folder = try TemporaryFolder()
      self.folder = folder
      useCases = world.useCases(
        over: try await SQLiteStore(
          path: folder.file("tally.db"), clock: world.clock, patience: patience))
    }
  }
}
