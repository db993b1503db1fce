/// The rules for passwords.
///
/// They check the length and lists of common passwords, and ask for no mix of characters, as NIST
/// SP 800-63B-4 (3.1.1.2) and OWASP ASVS 5 (6.2) advise. The minimum of 8 characters is that of
/// ASVS. The bytes are checked in place and never copied.
public enum PasswordPolicy {
  /// Why a password is refused.
  public enum Fault: Equatable, Sendable {
    /// It has fewer Unicode scalars than `minimumLength`.
    case tooShort
    /// It has more bytes than `maximumBytes`.
    case tooLong
    /// It is on the list of common passwords, ignoring case and digits or symbols that replace
    /// letters.
    case common
    /// It is a common password with a few digits or symbols added.
    case commonLengthened
    /// It is the username, once or repeated, ignoring case.
    case username
    /// It repeats one character.
    case oneCharacterRepeated
    /// It is a sequence of the alphabet, of digits or of the keyboard.
    case sequence
  }

  /// The minimum length of a password in Unicode scalars.
  public static let minimumLength = 8
  /// The maximum length of a password in bytes of UTF-8; a longer one is refused, never cut.
  public static let maximumBytes = 1_024

  /// Checks a new password for the account named `username`.
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
    return CommonPasswords.fault(of: bytes)
  }

  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  private static func firstScalarLength(_ bytes: UnsafeRawBufferPointer) -> Int {
    1 + bytes.dropFirst().prefix(while: isContinuation).count
  }

  /// Whether the bytes repeat their first `period` bytes, ignoring case.
  private static func isRepeated(_ bytes: UnsafeRawBufferPointer, period: Int) -> Bool {
    bytes.count.isMultiple(of: period)
      && bytes.indices.allSatisfy {
        bytes[$0].asciiLowercased == bytes[$0 % period].asciiLowercased
      }
  }

  /// Sequences of neighbouring keys, digits or letters; each starts over after its end.
  private static let rows = [
    "0123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm", "qwertyuiop",
    "asdfghjkl", "qwertzuiopasdfghjklyxcvbnm", "qwertzuiop", "azertyuiopqsdfghjklmwxcvbn",
    "azertyuiop", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p", "1q2w3e4r5t6y7u8i9o0p",
  ].map { Array($0.utf8) }

  /// Whether the bytes follow a row forwards or backwards, even more than once around.
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
