import Foundation
import Programs
import Testing

extension TallyProgram {
  static let password = "long enough 1"

  /// The program with ada's account and her counter `main`; she stays logged in.
  static func ofAda(environment: [String: String] = [:]) async throws -> TallyProgram {
    let tally = try TallyProgram(environment: environment)
    let run = try await tally.run(
      ["signup", "ada", "--password-stdin"], input: "\(password)\n")
    try #require(run == Run(status: 0, output: "Logged in as ada\n", errors: ""))
    return tally
  }

  /// Where the store is.
  var store: String { environment["TALLY_STORE"] ?? "\(home)/data/tally/tally.db" }

  /// Runs the program to its end while `strace` puts faults into its calls. Only calls that concern
  /// a path with one of these beginnings count, where some are given.
  func run(
    _ arguments: [String], input: String = "", injecting injections: [Injection],
    concerning paths: [String] = [], within patience: Duration = patience
  ) async throws -> Run {
    let options = injections.flatMap { ["-e", $0.description] } + paths.flatMap { ["-P", $0] }
    return try await Self.run(
      Tool.strace.path,
      ["-f", "-qq", "-o", "/dev/null"] + options + ["--", Self.path] + arguments,
      input: Array(input.utf8), environment: environment, within: patience)
  }

  /// The program's system calls of these names during a run, a line each in order, with the
  /// descriptors' paths.
  func trace(_ arguments: [String], input: String = "", calls: [String]) async throws -> [Substring]
  {
    let log = "\(home)/trace"
    let run = try await Self.run(
      Tool.strace.path,
      [
        "-f", "-y", "-qq", "-o", log, "-e", "trace=\(calls.joined(separator: ","))", "--",
        Self.path,
      ]
        + arguments,
      input: Array(input.utf8), environment: environment)
    try #require(run.status == 0, "\(run.errors)")
    return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
  }

  /// What `tally check` says of the store; nothing is the best.
  func faults() async throws -> String {
    let run = try await run(["check"])
    return run.status == 0 ? "" : "\(run.status): \(run.output)\(run.errors)"
  }

  /// The count that `tally show` prints; `nil` where it says something else.
  func count(of counter: String = "main") async throws -> Int? {
    Int(try await run(["show", counter]).output.dropLast())
  }
}
