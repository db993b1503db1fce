import Foundation

/// The list of all tests.
enum TestList {
  /// Each test with its location: `AppTests.FuzzTests/name()/FuzzTests.swift:9:4`.
  static func all() async throws -> [String] {
    let run = try await TallyProgram.run(
      "/proc/\(getpid())/exe",
      ["--testing-library", "swift-testing", "--list-tests", "--verbose"], input: [],
      environment: ["PATH": "/usr/bin:/bin"])
    return run.output.split(separator: "\n").map(String.init)
  }
}
