import Data
import Domain
import Doubles

/// The kinds of stores for journeys.
enum StoreKind: CaseIterable {
  case file, memory
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
    case .file:
      let folder = try TemporaryFolder()
      self.folder = folder
      useCases = world.useCases(
        over: try await SQLiteStore(path: folder.file("tally.db"), clock: world.clock))
    }
  }
}
