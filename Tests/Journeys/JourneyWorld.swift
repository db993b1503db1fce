import Data
import Domain
import Doubles
import Programs

/// The kinds of stores for journeys.
public enum StoreKind: CaseIterable, Sendable {
  /// A file.
  case file
  /// The memory of the test.
  case memory
  /// A PostgreSQL server.
  case postgresql

  /// Those that can be tried here.
  public static let allCases: [StoreKind] =
    [.file, .memory] + (PostgreSQLServer.isInstalled ? [.postgresql] : [])
}

/// The store, clock and calendar of a journey.
public struct JourneyWorld: Sendable {
  package let world = TestWorld()
  package let useCases: UseCases
  private let folder: TemporaryFolder?

  package init(_ kind: StoreKind) async throws {
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
