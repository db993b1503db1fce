import Foundation
import Programs
import Testing

extension TallyProgram {
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

  /// The count that `tally show` prints; `nil` when it says something else.
  func count(of counter: String = "main") async throws -> Int? {
    Int(try await run(["show", counter]).output.dropLast())
  }
}
