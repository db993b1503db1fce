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

  /// The suites of the server's package: `ServerTests.CrowdTests/`.
  static func ofServer() throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: Document.repository.appending(path: "App/Server/Tests/ServerTests").path
    ).filter { $0.hasSuffix(".swift") }.map { "ServerTests.\($0.dropLast(".swift".count))/" }
  }
}
