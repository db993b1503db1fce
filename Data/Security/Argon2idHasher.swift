internal import CSodium
public import Domain
internal import Platform

/// Hashes passwords with libsodium's Argon2id, in the PHC string format.
public struct Argon2idHasher: PasswordHasher {
  private let passes: Int
  private let memoryBytes: Int

  /// Creates a hasher with `passes` (1 to 16) and `memoryBytes` (8 KiB to 256 MiB).
  public init(passes: Int = 3, memoryBytes: Int = 64 << 20) {
    self.passes = passes
    self.memoryBytes = memoryBytes
  }

  /// Salt and hash are zeroes in base 64, so no password matches in practice.
  public var decoy: PasswordHash {
    let salt = String(repeating: "A", count: 22)
    let hash = String(repeating: "A", count: 43)
    return PasswordHash("$argon2id$v=19$m=\(memoryBytes >> 10),t=\(passes),p=1$\(salt)$\(hash)")
  }

  /// Whether the library is initialised, which needs a source of random numbers.
  private static let isReady = sodium_init() >= 0

  private static func inTurn<Value: Sendable>(
    _ work: @escaping @Sendable () throws(Refusal) -> Value
  ) async throws(Refusal) -> Value {
    guard isReady else { throw .environment(cause: "The library libsodium cannot be initialised") }
    return try await HashingQueue.shared.inTurn(work)
  }

  public func hash(_ password: Secret) async throws(Refusal) -> PasswordHash {
    try await Self.inTurn { () throws(Refusal) in
      let text = password.withBytes { bytes -> String? in
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let failed = bytes.withCharacters {
          crypto_pwhash_str_alg(
            &text, $0, UInt64(bytes.count), UInt64(passes), memoryBytes,
            crypto_pwhash_ALG_ARGON2ID13)
        }
        let ascii = text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return failed == 0 ? String(decoding: ascii, as: UTF8.self) : nil
      }
      guard let text else {
        throw .environment(cause: "There is not enough memory to hash the password")
      }
      return PasswordHash(text)
    }
  }

  public func verify(_ password: Secret, against hash: PasswordHash) async throws(Refusal)
    -> PasswordVerdict
  {
    let cost = try hash.cost()
    return try await Self.inTurn { () throws(Refusal) in
      let (failed, reason) = password.withBytes { bytes in
        bytes.withCharacters { characters in
          errno = 0
          let failed = crypto_pwhash_str_verify(hash.text, characters, UInt64(bytes.count))
          return (failed, errno)
        }
      }
      guard failed != 0 else {
        let outdated = cost.memory < memoryBytes >> 10 || cost.passes < passes
        return .right(outdated: outdated)
      }
      switch reason {
      case EINVAL: return .wrong
      case ENOMEM: throw .environment(cause: "There is not enough memory to check the password")
      default: throw .store(.damaged(cause: "a password hash is invalid"))
      }
    }
  }
}

extension PasswordHash {
  /// The memory, in KiB, and the number of passes over it of an Argon2id hash in the PHC format:
  /// `$argon2id$v=19$m=65536,t=3,p=1$SALT$HASH`.
  ///
  /// - Throws: `Refusal.store(.damaged)` when it is invalid, or asks for more work than Tally ever
  ///   does.
  fileprivate func cost() throws(Refusal) -> (memory: Int, passes: Int) {
    let fields = text.utf8.split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
    guard fields.count == 6, fields[0].isEmpty, fields[1].elementsEqual("argon2id".utf8),
      fields[2].elementsEqual("v=19".utf8), fields[4].count == 22, fields[5].count == 43
    else { throw .store(.damaged(cause: "a password hash is invalid")) }
    func number(_ name: String, _ parameter: Substring.UTF8View.SubSequence) -> Int? {
      guard parameter.starts(with: name.utf8) else { return nil }
      return Int(Substring(parameter.dropFirst(name.utf8.count)))
    }
    let parameters = fields[3].split(separator: UInt8(ascii: ","))
    guard parameters.count == 3, number("p=", parameters[2]) == 1,
      let memory = number("m=", parameters[0]), (8...Self.mostMemory).contains(memory),
      let passes = number("t=", parameters[1]), (1...Self.mostPasses).contains(passes)
    else { throw .store(.damaged(cause: "a password hash needs too much memory or time")) }
    return (memory, passes)
  }

  /// The most memory that a hash may ask for: 256 MiB, four times Tally's own setting.
  private static let mostMemory = 262_144
  /// The most passes that a hash may ask for.
  private static let mostPasses = 16
}

extension UnsafeRawBufferPointer {
  /// Calls `body` with the bytes as C characters. C needs an address even for no bytes.
  fileprivate func withCharacters<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    // Otherwise the library's local variables would leave the password on the stack.
    defer { sodium_stackzero(1 << 14) }
    guard let start = baseAddress else { return withUnsafePointer(to: 0, body) }
    return body(start.assumingMemoryBound(to: CChar.self))
  }
}
