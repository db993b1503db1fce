/// Which passwords an account may have.
///
/// Length and the lists of what is guessed first, and no rule of composition, as NIST SP 800-63B-4
/// (3.1.1.2) and OWASP ASVS 5 (6.2) advise; of ASVS, the floor of 8 characters. The bytes are looked at
/// where they are and never copied.
public enum PasswordPolicy {
  /// Why a password is refused.
  public enum Fault: Equatable, Sendable {
    case tooShort
    case tooLong
    case common
    case username
    case oneCharacterRepeated
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
    return CommonPasswords.contains(bytes) ? .common : nil
  }

  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  private static func firstScalarLength(_ bytes: UnsafeRawBufferPointer) -> Int {
    1 + bytes.dropFirst().prefix(while: isContinuation).count
  }

  /// Whether the bytes are their first `period` again and again, whatever the case.
  private static func isRepeated(_ bytes: UnsafeRawBufferPointer, period: Int) -> Bool {
    bytes.count.isMultiple(of: period)
      && bytes.indices.allSatisfy {
        bytes[$0].asciiLowercased == bytes[$0 % period].asciiLowercased
      }
  }

  /// Rows in which neighbours are typed one after the other.
  private static let rows = [
    "01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
  ].map { Array($0.utf8) }

  /// Whether the bytes are a part of a row, read forwards or backwards.
  private static func isSequence(_ bytes: UnsafeRawBufferPointer) -> Bool {
    rows.contains { row in
      isPart(bytes, of: row) || isPart(bytes, of: row.reversed())
    }
  }

  private static func isPart(_ bytes: UnsafeRawBufferPointer, of row: [UInt8]) -> Bool {
    guard bytes.count <= row.count else { return false }
    return (0...(row.count - bytes.count)).contains { start in
      bytes.lazy.map(\.asciiLowercased).elementsEqual(row[start...].prefix(bytes.count))
    }
  }
}
