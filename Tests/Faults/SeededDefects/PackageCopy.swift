import Foundation
import Programs
import Testing

/// A copy of this package for deliberate mistakes.
final class PackageCopy: Sendable {
  static let original = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  /// The build folder of this package, for its downloaded dependencies.
  private static let build = URL(fileURLWithPath: TallyProgram.path).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("tally-defects-\(UUID().uuidString)")

  init() throws {
    let files = FileManager.default
    try files.createDirectory(
      at: folder.appendingPathComponent(".build"), withIntermediateDirectories: true)
    for name in try files.contentsOfDirectory(atPath: Self.original.path)
    where !name.hasPrefix(".") {
      try files.copyItem(
        at: Self.original.appendingPathComponent(name), to: folder.appendingPathComponent(name))
    }
    for name in ["checkouts", "repositories", "workspace-state.json"] {
      try files.copyItem(
        at: Self.build.appendingPathComponent(name),
        to: folder.appendingPathComponent(".build/\(name)"))
    }
    // Tests must find the mistake even if the compiler warns about it.
    let package = folder.appendingPathComponent("Package.swift")
    let strict = Defect.Edit(
      file: "Package.swift", text: "[.treatAllWarnings(as: .error)]", replacement: "[]")
    try strict.applied(to: String(contentsOf: package, encoding: .utf8))
      .write(to: package, atomically: true, encoding: .utf8)
  }

  deinit {
    // A remaining folder does no harm.
    try? FileManager.default.removeItem(at: folder)
  }

  /// Builds the package with its tests.
  func build() async throws {
    let run = try await swift("build", ["--build-tests"])
    try #require(run.status == 0, "\(run.output.suffix(3_000))")
  }

  /// Whether all tests that match the filter pass, as last built.
  func passes(_ filter: String, patience: Duration = patience) async throws -> Bool {
    let run = try await swift(
      "test", ["--skip-build", "--filter", filter],
      environment: ["TALLY_PATIENCE": "\(patience.components.seconds)"])
    try #require(run.output.contains("Test run with"), "\(run.output.suffix(3_000))")
    try #require(!run.output.contains("Test run with 0 tests"), "no test is named \(filter)")
    return run.status == 0
  }

  private func swift(
    _ command: String, _ arguments: [String], environment more: [String: String] = [:]
  ) async throws -> TallyProgram.Run {
    var environment = ProcessInfo.processInfo.environment.merging(more) { $1 }
    environment["TALLY_FAULTS"] = nil
    return try await TallyProgram.run(
      "/usr/bin/env", ["swift", command, "--package-path", folder.path] + arguments, input: [],
      environment: environment, within: .seconds(1_800))
  }
}
