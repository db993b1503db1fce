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

  /// Ends the saved login.
  func logOut() async throws {
    try #require(try await run(["logout"]).status == 0)
  }

  /// Where the store is.
  var store: String { environment["TALLY_STORE"] ?? "\(home)/data/tally/tally.db" }

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
