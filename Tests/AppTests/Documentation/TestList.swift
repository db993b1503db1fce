import Foundation

/// The tests there are.
enum TestList {
  /// Each with the file that it stands in: `AppTests.FuzzTests/name()/FuzzTests.swift:9:4`.
  static func all() async throws -> [String] {
    let run = try await TallyProgram.run(
      "/proc/\(getpid())/exe",
      ["--testing-library", "swift-testing", "--list-tests", "--verbose"], input: [],
      environment: ["PATH": "/usr/bin:/bin"])
    return run.output.split(separator: "\n").map(String.init)
  }
}
