import Data
import Domain
import Doubles
import Foundation

/// What a journey's counts are kept in.
enum StoreKind: CaseIterable {
  case file, memory
}

/// A store of a journey's own, and all that it is told the time and the place by.
struct JourneyWorld {
  let world = TestWorld()
  let useCases: UseCases
  private let folder: TemporaryFolder?

  init(_ kind: StoreKind) throws {
    switch kind {
    case .memory:
      folder = nil
      useCases = world.useCases
    case .file:
      let folder = try TemporaryFolder()
      self.folder = folder
      useCases = world.useCases(
        over: try SQLiteStore(path: folder.path + "/tally.db", clock: world.clock))
    }
  }
}

/// A folder that is gone with the last who holds it.
private final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "tally-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit {
    // What is left over in the system's temporary folder is cleared by the system.
    try? FileManager.default.removeItem(atPath: path)
  }
}
