/// Random bytes that prove a `Subject` to the store, which keeps only their hash.
public struct Token<Subject>: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The number of bytes of a token.
  public static var length: Int { 32 }

  /// The bytes.
  public let bytes: [UInt8]

  /// Creates a token, or `nil` when the number of bytes is wrong.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = bytes
  }

  public var description: String { "Token" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Proves a session.
public typealias SessionToken = Token<Session>
/// Proves that a device has logged in to an account before.
public typealias DeviceToken = Token<Device>
