import Benchmark
import Foundation

/// A folder beside the package's own, on the same disk, which is removed with this object.
final class TemporaryFolder: Sendable {
  private let folder: URL

  init() throws {
    let place = URL(filePath: FileManager.default.currentDirectoryPath)
    folder = place.appending(path: ".build/benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The path of a file in the folder.
  func path(_ name: String) -> String { folder.appending(path: name).path }
}

extension Benchmark {
  /// Measures what is done again and again, without what was set up before.
  func measure(_ body: () async throws -> Void) async throws {
    startMeasurement()
    defer { stopMeasurement() }
    for _ in scaledIterations { try await body() }
  }
}
