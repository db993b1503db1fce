import Data
import Domain
import Doubles

/// What a journey's counts are kept in.
enum StoreKind: CaseIterable {
  case file, memory
}

/// A store of a journey's own, and all that it is told the time and the place by.
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
