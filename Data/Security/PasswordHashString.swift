internal import CSodium
internal import Domain

/// An Argon2id hash in the PHC format, as far as it says how much work it asks for:
/// `$argon2id$v=19$m=65536,t=3,p=1$SALT$HASH`.
struct PasswordHashString {
  /// The memory, in KiB.
  let memory: Int
  /// How often the memory is passed over.
  let passes: Int

  /// The most memory that a hash may ask for: 256 MiB, four times what Tally takes.
  static let mostMemory = 262_144
  /// The most passes that a hash may ask for.
  static let mostPasses = 16

  /// Reads a hash that a store has kept.
  ///
  /// - Throws: `Refusal.storeDamaged` when it is invalid, or asks for more work than Tally ever does.
  init(_ hash: PasswordHash) throws(Refusal) {
    let fields = hash.text.utf8.split(
      separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
    guard fields.count == 6, fields[0].isEmpty, fields[1].elementsEqual("argon2id".utf8),
      fields[2].elementsEqual("v=19".utf8), fields[4].count == 22, fields[5].count == 43
    else { throw .storeDamaged(cause: "a password's hash is invalid") }
    let parameters = fields[3].split(separator: UInt8(ascii: ","))
    guard parameters.count == 3, Self.number("p=", parameters[2]) == 1,
      let memory = Self.number("m=", parameters[0]), (8...Self.mostMemory).contains(memory),
      let passes = Self.number("t=", parameters[1]), (1...Self.mostPasses).contains(passes)
    else { throw .storeDamaged(cause: "a password's hash asks for too much work") }
    self.memory = memory
    self.passes = passes
  }

  private static func number(_ name: String, _ parameter: Substring.UTF8View.SubSequence) -> Int? {
    guard parameter.starts(with: name.utf8) else { return nil }
    return Int(Substring(parameter.dropFirst(name.utf8.count)))
  }
}

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
