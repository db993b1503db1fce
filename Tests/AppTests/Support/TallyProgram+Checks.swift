import Foundation
import Testing

extension TallyProgram {
  /// Runs a command and compares its output, errors and status.
  func check(
    _ arguments: [String], _ output: String = "", errors: String = "", status: Int32 = 0,
    input: String = "", environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await run(arguments, input: input, environment: environment)
    #expect(
      run == Run(status: status, output: output, errors: errors), "\(arguments)",
      sourceLocation: sourceLocation)
  }

  /// Runs a command whose arguments have no spaces, and compares the result.
  func check(
    _ command: String, _ output: String = "", errors: String = "", status: Int32 = 0,
    input: String = "", environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await check(
      command.components(separatedBy: " "), output, errors: errors, status: status, input: input,
      environment: environment, sourceLocation: sourceLocation)
  }

  /// Runs a command that is refused with one sentence and prints nothing.
  func checkRefusal(
    _ arguments: [String], _ sentence: String, status: Int32 = 1, input: String = "",
    environment: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await check(
      arguments, errors: "tally: \(sentence)\n", status: status, input: input,
      environment: environment, sourceLocation: sourceLocation)
  }

  /// Runs a command without spaces in its arguments that is refused with one sentence.
  func checkRefusal(
    _ command: String, _ sentence: String, status: Int32 = 1, input: String = "",
    environment: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await checkRefusal(
      command.components(separatedBy: " "), sentence, status: status, input: input,
      environment: environment, sourceLocation: sourceLocation)
  }

  /// Runs a wrong call, which prints the error and the usage.
  func checkWrongUsage(
    _ command: String, _ message: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await run(command.components(separatedBy: " "))
    let lines = run.errors.split(separator: "\n")
    #expect(lines.first == "tally: \(message)", sourceLocation: sourceLocation)
    #expect(lines.count == 2, sourceLocation: sourceLocation)
    #expect(lines.last?.hasPrefix("Usage: tally ") == true, sourceLocation: sourceLocation)
    #expect(run.status == 64, sourceLocation: sourceLocation)
    #expect(run.output == "", sourceLocation: sourceLocation)
  }

  /// Runs a Bash script in the home folder, with this `tally` in the PATH.
  func bash(_ script: String) async throws -> Run {
    try await Turnstile.programs.pass {
      try await Self.run(
        "/bin/bash", ["-c", "PATH=\(Self.folder):$PATH; cd ~; \(script)"], input: [],
        environment: environment)
    }
  }

  /// The permission bits of a file in the home folder.
  func permissions(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: file(name))[.posixPermissions] as? Int
  }

  /// Writes a file in the home folder.
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
  }

  /// The content of a file in the home folder.
  func text(of name: String) throws -> String {
    try String(contentsOfFile: file(name), encoding: .utf8)
  }
}
