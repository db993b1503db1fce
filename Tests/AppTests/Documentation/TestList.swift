import Foundation

/// The list of all tests.
enum TestList {
  /// Each test with its location: `AppTests.FuzzTests/name()/FuzzTests.swift:9:4`; of the server's
  /// package, each suite.
  static func all() async throws -> [String] {
    let run = try await TallyProgram.run(
      "/proc/\(getpid())/exe",
      ["--testing-library", "swift-testing", "--list-tests", "--verbose"], input: [],
      environment: ["PATH": "/usr/bin:/bin"])
    let suites = try FileManager.default.contentsOfDirectory(
      atPath: Document.repository.appending(path: "App/Server/Tests/ServerTests").path
    ).filter { $0.hasSuffix(".swift") }.map { "ServerTests.\($0.dropLast(".swift".count))/" }
    return run.output.split(separator: "\n").map(String.init) + suites
  }
}
