import Foundation

/// A folder that lasts as long as this value, in memory where there is room: what is synced there
/// needs no disk.
final class Scratch: Sendable {
  let path: String

  init() throws {
    let memory = "/dev/shm"
    let root =
      FileManager.default.isWritableFile(atPath: memory)
      ? memory : FileManager.default.temporaryDirectory.path
    path = "\(root)/tally-faults-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit {
    // What stays behind takes room, and nothing else.
    try? FileManager.default.removeItem(atPath: path)
  }
}
