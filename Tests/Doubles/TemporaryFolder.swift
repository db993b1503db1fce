import Foundation

/// A folder of a test's own, which is gone with the last who holds it.
public final class TemporaryFolder: Sendable {
  /// Where it is.
  public let path: String

  /// An empty folder.
  public init() throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "tally-\(UUID().uuidString)", directoryHint: .notDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
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
