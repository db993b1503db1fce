import Foundation

/// A temporary folder, removed when the object is freed.
public final class TemporaryFolder: Sendable {
  /// Where a folder is.
  public enum Medium: Sendable {
    /// In memory, if the system has a file system for it: syncing takes no time there.
    case memory
    /// On the disk, for tests that need a disk's file system.
    case disk
  }

  /// The path.
  public let path: String

  /// Creates an empty folder.
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
    // If this fails, the system cleans up its temporary folder.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file in the folder.
  public func file(_ name: String) -> String { path + "/" + name }

  /// The sorted names of the files in the folder.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
