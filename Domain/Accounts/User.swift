/// Somebody with an account.
public struct User: Equatable, Sendable, Identifiable {
  /// What the store knows the account by; never used again after the account is deleted.
  public let id: Int64
  /// The username as it was made.
  public let username: Username
  /// When the account was made.
  public let createdAt: Timestamp

  /// A user as the store has it.
  public init(id: Int64, username: Username, createdAt: Timestamp) {
    self.id = id
    self.username = username
    self.createdAt = createdAt
  }
}
