internal import CSodium
internal import Domain

/// The library for hashes and tokens, ready for use.
enum Sodium {
  private static let isReady = sodium_init() >= 0

  /// Makes the library ready, once.
  ///
  /// - Throws: `Refusal.environment` when it finds no source of random numbers.
  static func prepare() throws(Refusal) {
    guard isReady else { throw .environment(cause: "libsodium cannot be initialised") }
  }
}

/// The SHA-256 digest of the bytes: 32 bytes.
func sha256(_ bytes: [UInt8]) -> [UInt8] {
  var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
  crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
  return digest
}

extension SessionToken {
  /// A token that nobody can guess.
  ///
  /// - Throws: `Refusal.environment`.
  static func random() throws(Refusal) -> SessionToken {
    try Sodium.prepare()
    var bytes = [UInt8](repeating: 0, count: length)
    randombytes_buf(&bytes, bytes.count)
    guard let token = SessionToken(bytes: bytes) else {
      throw .environment(cause: "a token must have \(length) bytes")
    }
    return token
  }
}
