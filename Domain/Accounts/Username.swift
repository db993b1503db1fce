/// The name of an account, or of a guest.
///
/// An account's has 1 to 64 ASCII letters, digits and `.` `_` `-` `+` `@`, beginning with a
/// letter or a digit. An e-mail address is valid.
///
/// It is displayed as entered; two usernames that differ only in case are equal.
public struct Username: Hashable, Sendable {
  /// Why a username is invalid.
  public enum Fault: Equatable, Sendable {
    /// It is empty.
    case empty
    /// It has more than 64 characters.
    case tooLong
    /// It begins with neither a letter nor a digit.
    case badBeginning
    /// It has a character that is not allowed.
    case badCharacter
  }

  /// The maximum length in characters.
  public static let maximumLength = 64

  /// The username as entered.
  public let text: String

  /// The unique form: the username in lower case.
  public var key: String { Self.key(of: text) }

  /// Checks a username.
  ///
  /// - Throws: `Refusal.username` with the rule that is broken.
  public init(_ text: String) throws(Refusal) {
    guard let first = text.unicodeScalars.first else { throw .username(.empty) }
    guard text.unicodeScalars.count <= Self.maximumLength else { throw .username(.tooLong) }
    guard text.unicodeScalars.allSatisfy(Self.isAllowed) else { throw .username(.badCharacter) }
    guard Self.isAlphanumeric(first) else { throw .username(.badBeginning) }
    self.text = text
  }

  /// What members see of a guest with that name: `Door 2 (guest)`, which no username can be.
  ///
  /// - Parameter name: the name as entered, which is not checked.
  public init(guestNamed name: String) {
    text = name + GuestName.mark
  }

  /// Whether it is a guest's.
  public var isGuest: Bool { GuestName.isMarked(text) }

  /// The unique form of a text that need not be a username. Only ASCII letters lose their case:
  /// Unicode's rules would turn the Kelvin sign into a `k`.
  public static func key(of text: String) -> String {
    String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
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

/// The owner of an account.
public struct User: Equatable, Sendable, Identifiable {
  /// The account's id in the store; never reused.
  public let id: Int64
  /// The username as entered.
  public let username: Username
  /// When the account was created.
  public let createdAt: Timestamp

  /// Creates a user from the store's values.
  public init(id: Int64, username: Username, createdAt: Timestamp) {
    self.id = id
    self.username = username
    self.createdAt = createdAt
  }
}
