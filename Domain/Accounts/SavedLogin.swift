/// Where the token of the login that outlives the program is kept, for the store in use.
public protocol SavedLogin: Sendable {
  /// The token, or `nil` where none is saved.
  ///
  /// - Throws: `Refusal.environment` where what is there cannot be trusted or read.
  func token() async throws(Refusal) -> SessionToken?

  /// Puts the token in the place of the one that is saved.
  ///
  /// - Throws: `Refusal.environment` where it could not be written; the old one is still there.
  func save(_ token: SessionToken) async throws(Refusal)

  /// Forgets the token, if there is one.
  ///
  /// - Throws: `Refusal.environment` where it could not be removed.
  func remove() async throws(Refusal)
}
