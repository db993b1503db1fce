import Domain
import Doubles
import Testing

extension TestWorld {
  /// Attempts to log in with a wrong password; every attempt must be refused.
  func attemptWrongly(_ username: String, times: Int) async {
    for _ in 0..<times {
      await #expect(throws: Refusal.self) {
        try await loggedIn(username, password: "wrong")
      }
    }
  }
}
