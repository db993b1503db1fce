/// Which passwords an account may have.
///
/// Length and the lists of common passwords, and no rule of composition, as NIST SP 800-63B-4
/// (3.1.1.2) and OWASP ASVS 5 (6.2) advise; of ASVS, the floor of 8 characters. The bytes are looked at
/// where they are and never copied.
public enum PasswordPolicy {
  /// Why a password is refused.
  public enum Fault: Equatable, Sendable {
    /// It has fewer Unicode scalars than the least length.
    case tooShort
    /// It has more bytes than the greatest length.
    case tooLong
    /// It is on the list of common passwords, ignoring case.
    case common
    /// A common one with a few digits or symbols added.
    case commonLengthened
    /// It is the username, ignoring case, perhaps repeated.
    case username
    /// It is one character again and again.
    case oneCharacterRepeated
    /// It is a sequence of the alphabet, of digits or of the keyboard.
    case sequence
  }

  /// The fewest characters of a password, counted as Unicode scalars.
  public static let minimumLength = 8
  /// The most bytes of a password in UTF-8; a longer one is refused, never cut.
  public static let maximumBytes = 1_024

  /// Looks at a new password of the account that is called `username`.
  ///
  /// - Throws: `Refusal.password` with the first rule that the password breaks.
  public static func check(_ password: Secret, for username: Username) throws(Refusal) {
    let name = Array(username.key.utf8)
    if let fault = password.withBytes({ fault(of: $0, name: name) }) {
      throw .password(fault)
    }
  }

  private static func fault(of bytes: UnsafeRawBufferPointer, name: [UInt8]) -> Fault? {
    if bytes.count > maximumBytes { return .tooLong }
    if bytes.count(where: { !isContinuation($0) }) < minimumLength { return .tooShort }
    if isRepeated(bytes, period: firstScalarLength(bytes)) { return .oneCharacterRepeated }
    if bytes.lazy.map(\.asciiLowercased).prefix(name.count).elementsEqual(name),
      isRepeated(bytes, period: name.count)
    {
      return .username
    }
    if isSequence(bytes) { return .sequence }
    return switch CommonPasswords.match(bytes) {
    case .listed: .common
    case .lengthened: .commonLengthened
    case nil: nil
    }
  }

  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  private static func firstScalarLength(_ bytes: UnsafeRawBufferPointer) -> Int {
    1 + bytes.dropFirst().prefix(while: isContinuation).count
  }

  /// Whether the bytes are their first `period` again and again, ignoring case.
  private static func isRepeated(_ bytes: UnsafeRawBufferPointer, period: Int) -> Bool {
    bytes.count.isMultiple(of: period)
      && bytes.indices.allSatisfy {
        bytes[$0].asciiLowercased == bytes[$0 % period].asciiLowercased
      }
  }

  /// Rows in which neighbours are typed one after the other; the first follows the last.
  private static let rows = [
    "0123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm", "qwertyuiop",
    "asdfghjkl", "qwertzuiopasdfghjklyxcvbnm", "qwertzuiop", "azertyuiopqsdfghjklmwxcvbn",
    "azertyuiop", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p", "1q2w3e4r5t6y7u8i9o0p",
  ].map { Array($0.utf8) }

  /// Whether the bytes go along a row, forwards or backwards, be it round and round.
  private static func isSequence(_ bytes: UnsafeRawBufferPointer) -> Bool {
    rows.contains { isAlong($0, bytes) || isAlong($0.reversed(), bytes) }
  }

  private static func isAlong(_ row: [UInt8], _ bytes: UnsafeRawBufferPointer) -> Bool {
    row.indices.contains { start in
      bytes.indices.allSatisfy {
        bytes[$0].asciiLowercased == row[(start + $0) % row.count]
      }
    }
  }
}
