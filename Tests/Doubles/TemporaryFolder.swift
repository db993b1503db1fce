import Foundation

/// A folder of a test's own, which is gone with the last who holds it.
public final class TemporaryFolder: Sendable {
  /// What a folder is kept on.
  public enum Medium: Sendable {
    /// Memory, where the system has a file system for that: a sync takes no time there, however slow
    /// the disk is.
    case memory
    /// The disk, for what only a disk's file system can do.
    case disk
  }

  /// Where it is.
  public let path: String

  /// An empty folder.
  public init(on medium: Medium = .memory) throws {
    let files = FileManager.default
    let memory = "/dev/shm"
    let isInMemory = medium == .memory && files.isWritableFile(atPath: memory)
    let root = isInMemory ? URL(filePath: memory) : files.temporaryDirectory
    let url = root.appending(path: "tally-\(UUID().uuidString)", directoryHint: .notDirectory)
    try files.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.resolvingSymlinksInPath().path
  }

  deinit {
    // What is left over in the system's temporary folder is cleared by the system.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file in the folder.
  public func file(_ name: String) -> String { path + "/" + name }

  /// The names of what is in the folder, sorted.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
