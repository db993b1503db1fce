import Foundation
import Programs

/// A store as it was at one moment, with what else the program keeps, for as many tries as are wanted.
///
/// The program must not be running when it is taken or brought back.
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

  /// Brings everything back to that moment.
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
