internal import CSodium
internal import Domain

/// The cost parameters of an Argon2id hash in the PHC format:
/// `$argon2id$v=19$m=65536,t=3,p=1$SALT$HASH`.
struct PasswordHashString {
  /// The memory, in KiB.
  let memory: Int
  /// The number of passes over the memory.
  let passes: Int

  /// The most memory that a hash may ask for: 256 MiB, four times Tally's own setting.
  static let mostMemory = 262_144
  /// The most passes that a hash may ask for.
  static let mostPasses = 16

  /// Parses a stored hash.
  ///
  /// - Throws: `Refusal.store(.damaged)` when it is invalid, or asks for more work than Tally ever does.
  init(_ hash: PasswordHash) throws(Refusal) {
    let fields = hash.text.utf8.split(
      separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
    guard fields.count == 6, fields[0].isEmpty, fields[1].elementsEqual("argon2id".utf8),
      fields[2].elementsEqual("v=19".utf8), fields[4].count == 22, fields[5].count == 43
    else { throw .store(.damaged(cause: "a password hash is invalid")) }
    let parameters = fields[3].split(separator: UInt8(ascii: ","))
    guard parameters.count == 3, Self.number("p=", parameters[2]) == 1,
      let memory = Self.number("m=", parameters[0]), (8...Self.mostMemory).contains(memory),
      let passes = Self.number("t=", parameters[1]), (1...Self.mostPasses).contains(passes)
    else { throw .store(.damaged(cause: "a password hash needs too much memory or time")) }
    self.memory = memory
    self.passes = passes
  }

  private static func number(_ name: String, _ parameter: Substring.UTF8View.SubSequence) -> Int? {
    guard parameter.starts(with: name.utf8) else { return nil }
    return Int(Substring(parameter.dropFirst(name.utf8.count)))
  }
}

/// Initialises libsodium, which hashes passwords and makes tokens.
enum Sodium {
  private static let isReady = sodium_init() >= 0

  /// Initialises the library on first use.
  ///
  /// - Throws: `Refusal.environment` when there is no source of random numbers.
  static func prepare() throws(Refusal) {
    guard isReady else { throw .environment(cause: "The library libsodium cannot be initialised") }
  }
}

/// The SHA-256 digest of the bytes: 32 bytes.
func sha256(_ bytes: [UInt8]) -> [UInt8] {
  var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
  crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
  return digest
}

/// The BLAKE2b digest of the bytes, of 32 bytes: as good as SHA-256, and several times as fast.
func blake2b(_ bytes: [UInt8]) -> [UInt8] {
  var digest = [UInt8](repeating: 0, count: Int(crypto_generichash_BYTES))
  crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), nil, 0)
  return digest
}
