import Domain
import Synchronization

/// The sessions of cookies that came lately, so that a tap does not read the store before it
/// writes.
///
/// Whether a session is still valid, the store decides again with each change and each reading.
final class SeenSessions: Sendable {
  /// How many are remembered; then all are forgotten.
  private static let most = 10_000

  private let repository: any SessionRepository
  private let seen = Mutex<[[UInt8]: Session]>([:])

  init(repository: any SessionRepository) {
    self.repository = repository
  }

  /// The session that the token proves, or proved when it came last.
  ///
  /// - Throws: the refusals of the repository.
  func session(of token: SessionToken) async throws(Refusal) -> Session {
    if let session = seen.withLock({ $0[token.bytes] }) { return session }
    let session = try await repository.resumeSession(token)
    seen.withLock { seen in
      if seen.count >= Self.most { seen = [:] }
      seen[token.bytes] = session
    }
    return session
  }
}
