import Foundation
import Programs
import Testing

extension TallyProgram {
  /// Ends the saved login.
  func logOut() async throws {
    try #require(try await run(["logout"]).status == 0)
  }

  /// The path of the store.
  var store: String { environment["TALLY_STORE"] ?? "\(home)/data/tally/tally.db" }

  /// The findings of `tally check`; empty if there are none.
  func faults() async throws -> String {
    let run = try await run(["check"])
    return run.status == 0 ? "" : "\(run.status): \(run.output)\(run.errors)"
  }

  /// The count that `tally show` prints, or `nil` for other output.
  func count(of counter: String = "main") async throws -> Int? {
    Int(try await run(["show", counter]).output.dropLast())
  }
}
