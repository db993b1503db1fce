/// Random bytes that prove a `Subject` to the store, which keeps only their hash.
public struct Token<Subject>: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The number of bytes of a token. One that people carry in a link is shorter.
  public static var length: Int { Subject.self == Invitation.self ? 16 : 32 }

  /// The bytes.
  public let bytes: [UInt8]

  /// Creates a token, or `nil` when the number of bytes is wrong.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = bytes
  }

  private init(random generator: some RandomNumberGenerator) {
    var generator = generator
    bytes = (0..<Self.length).map { _ in generator.next() }
  }

  /// A new token, with random bytes of the operating system.
  public static func random() -> Self { Self(random: SystemRandomNumberGenerator()) }

  /// Creates a token from its text, or `nil` when the text is not a token's.
  public init?(text: some StringProtocol) {
    let digits = text.utf8.map(hexadecimalValue)
    guard digits.count == 2 * Self.length else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      bytes.append(high << 4 | low)
    }
    self.bytes = bytes
  }

  /// The bytes as hexadecimal digits, as they are in a cookie, a file or a link.
  public var text: String { hexadecimal(bytes) }

  public var description: String { "Token" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Proves a session.
public typealias SessionToken = Token<Session>
/// Proves that a device has logged in to an account before.
public typealias DeviceToken = Token<Device>
