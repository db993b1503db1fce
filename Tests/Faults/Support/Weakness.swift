import Foundation
import Programs
import Testing

/// What weakens a program from outside, so that a check can show that it would find out a weak one.
///
/// The words are those of `Library/faults.c`.
enum Weakness {
  /// The environment of a program with these weaknesses.
  static func environment(_ weaknesses: [String]) async throws -> [String: String] {
    ["LD_PRELOAD": try await library.value, "FAULTS": weaknesses.joined(separator: ";")]
  }

  private static let library = Task {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Library/faults.c").path
    // Beside the tests, where the build leaves everything else that it makes.
    let library = URL(fileURLWithPath: TallyProgram.path).deletingLastPathComponent()
      .appendingPathComponent("faults-\(getpid()).so").path
    let run = try await TallyProgram.run(
      Tool.compiler.path, ["-shared", "-fPIC", "-O1", "-o", library, source], input: [],
      environment: ["PATH": "/usr/bin:/bin"])
    try #require(run.status == 0, "\(run)")
    // Another run of the tests may use the one that was there.
    let place = library.replacingOccurrences(of: "-\(getpid())", with: "")
    guard rename(library, place) == 0 else { throw SystemError("rename") }
    return place
  }
}
