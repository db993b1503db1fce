import Data
import Domain
import Doubles
import Foundation

extension PowerCuts.Remains {
  /// The store's name in a recording.
  private static let store = "data/tally/tally.db"

  /// What is wrong with the store after a power cut, or `nil`. It must have one of the `states`
  /// from the acknowledged one on, and continue to work.
  func fault(among states: [Recording.State]) async throws -> String? {
    let folder = try TemporaryFolder()
    try lay(out: folder.path)
    do {
      // Before the first acknowledgement, the store may be missing.
      if image[Self.store] == nil, acknowledged > 0 { return "the store is missing" }
      let store = try await SQLiteStore(path: "\(folder.path)/\(Self.store)", clock: ManualClock())
      let faults = try await store.faults()
      guard faults.isEmpty else { return "\(faults)" }
      let state = try store.state()
      guard states[acknowledged...].contains(state) else {
        return "\(state) is left, after \(states[acknowledged]) was acknowledged"
      }
      _ = try await store.countAttempt(at: "nobody")
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Saves a copy for inspection.
  func keep() throws -> String {
    let folder =
      FileManager.default.temporaryDirectory.path + "/tally-cut-kept-\(UUID().uuidString)"
    try lay(out: folder)
    return folder
  }

  private func lay(out folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(folder)/data/tally", withIntermediateDirectories: true)
    for (name, content) in image {
      try Data(content).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
  }
}
