import Foundation
import Programs

/// A saved state of a store and the program's other files, which can be restored many times.
///
/// The program must not run while it is saved or restored.
struct Snapshot: Sendable {
  private let home: String
  private let copy: String
  private static let kept = ["data", "state"]

  init(of tally: TallyProgram) throws {
    home = tally.home
    copy = "\(tally.home)/snapshot-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: copy, withIntermediateDirectories: false)
    for name in Self.kept where FileManager.default.fileExists(atPath: "\(home)/\(name)") {
      try FileManager.default.copyItem(atPath: "\(home)/\(name)", toPath: "\(copy)/\(name)")
    }
  }

  /// Restores the saved state.
  func restore() throws {
    for name in Self.kept {
      if FileManager.default.fileExists(atPath: "\(home)/\(name)") {
        try FileManager.default.removeItem(atPath: "\(home)/\(name)")
      }
      if FileManager.default.fileExists(atPath: "\(copy)/\(name)") {
        try FileManager.default.copyItem(atPath: "\(copy)/\(name)", toPath: "\(home)/\(name)")
      }
    }
  }
}
