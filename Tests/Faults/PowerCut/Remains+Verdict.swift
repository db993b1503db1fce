import Data
import Domain
import Doubles
import Foundation

extension PowerCuts.Remains {
  /// Where the store is, among the names of a recording.
  private static let store = "data/tally/tally.db"

  /// What is wrong with the store that a power cut left, if it may have one of `states` from the one on
  /// that was acknowledged; nothing where it goes on as if nothing had been.
  func fault(among states: [Recording.State]) async throws -> String? {
    let folder = try TemporaryFolder()
    try lay(out: folder.path)
    do {
      // No store is what a person has who was not told of one yet.
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

  /// A copy for a person to look at.
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
