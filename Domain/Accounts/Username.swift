/// The name by which an account logs in: ASCII letters, digits and `.` `_` `-` `+` `@`, 1 to 64 of
/// them, beginning with a letter or a digit, so that an e-mail address is one.
///
/// Shown as it was made; two usernames that differ in case alone are the same.
public struct Username: Hashable, Sendable {
  /// Why a text is no username.
  public enum Fault: Equatable, Sendable {
    /// It has no characters.
    case empty
    /// It has more than 64 characters.
    case tooLong
    /// It begins with neither a letter nor a digit.
    case badBeginning
    /// It has a character that no username has.
    case badCharacter
  }

  /// The most characters a username has.
  public static let maximumLength = 64

  /// The username as it was made.
  public let text: String

  /// What is unique: the username in lower case.
  public var key: String { text.lowercased() }

  /// The username that `text` is.
  ///
  /// - Throws: `Refusal.username` with the rule that it breaks.
  public init(_ text: String) throws(Refusal) {
    guard let first = text.unicodeScalars.first else { throw .username(.empty) }
    guard text.unicodeScalars.count <= Self.maximumLength else { throw .username(.tooLong) }
    guard text.unicodeScalars.allSatisfy(Self.isAllowed) else { throw .username(.badCharacter) }
    guard Self.isAlphanumeric(first) else { throw .username(.badBeginning) }
    self.text = text
  }

  private static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    isAlphanumeric(scalar) || "._-+@".unicodeScalars.contains(scalar)
  }
}

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
