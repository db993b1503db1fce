import Foundation
import Programs
import Testing

/// Weakens a program from outside, so that a check can show that it detects a weak one.
///
/// The words are those of `Library/faults.c`.
enum Weakness {
  /// The environment of a program with these weaknesses.
  static func environment(_ weaknesses: [String]) async throws -> [String: String] {
    ["LD_PRELOAD": try await library.value, "FAULTS": weaknesses.joined(separator: ";")]
  }

  private struct Uncompiled: Error {
    let errors: String
  }

  private static let library = Task {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Library/faults.c").path
    // In the folder of the build products.
    let library = URL(fileURLWithPath: TallyProgram.path).deletingLastPathComponent()
      .appendingPathComponent("faults-\(getpid()).so").path
    let run = try await TallyProgram.run(
      Tool.compiler.path, ["-shared", "-fPIC", "-O1", "-o", library, source], input: [],
      environment: ["PATH": "/usr/bin:/bin"])
    // Not an expectation, which would fail one of the tests that wait for the library, and let the
    // others pass.
    guard run.status == 0 else { throw Uncompiled(errors: run.errors) }
    // A parallel test run may use the present file.
    let place = library.replacingOccurrences(of: "-\(getpid())", with: "")
    guard rename(library, place) == 0 else { throw SystemError("rename") }
    return place
  }
}
