import Data
import Domain
import Doubles
import Testing

/// As weak as the library allows, for speed.
private let weak = Argon2idHasher(passes: 1, memoryBytes: 8_192)

@Suite(.limited) struct `The hasher` {
  @Test func `distinguishes the password from others`() async throws {
    let hash = try await weak.hash(secret("long enough 1"))
    #expect(hash.text.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
    #expect(
      try await weak.verify(secret("long enough 1"), against: hash) == .right(outdated: false))
    for other in ["long enough 2", "long enough ", "", "long enough 1 "] {
      #expect(try await weak.verify(secret(other), against: hash) == .wrong)
    }
  }

  @Test func `uses a new salt for each hash`() async throws {
    let first = try await weak.hash(secret("long enough 1"))
    #expect(try await weak.hash(secret("long enough 1")) != first)
  }

  @Test func `uses 64 MiB and 3 passes by default`() async throws {
    let hasher = Argon2idHasher()
    let hash = try await hasher.hash(secret("long enough 1"))
    #expect(hash.text.hasPrefix("$argon2id$v=19$m=65536,t=3,p=1$"))
    #expect(hasher.decoy.text.hasPrefix("$argon2id$v=19$m=65536,t=3,p=1$"))
    #expect(hasher.decoy.text.utf8.count == hash.text.utf8.count)
  }

  @Test func `has a decoy of the same cost that no password matches`() async throws {
    for password in ["", "long enough 1"] {
      #expect(try await weak.verify(secret(password), against: weak.decoy) == .wrong)
    }
  }

  @Test(arguments: [(1, 16_384, true), (2, 8_192, true), (1, 8_192, false)])
  func `reports a weaker hash as outdated`(_ policy: (passes: Int, memory: Int, outdated: Bool))
    async throws
  {
    let hash = try await weak.hash(secret("long enough 1"))
    let hasher = Argon2idHasher(passes: policy.passes, memoryBytes: policy.memory)
    #expect(
      try await hasher.verify(secret("long enough 1"), against: hash)
        == .right(outdated: policy.outdated))
    #expect(try await hasher.verify(secret("other"), against: hash) == .wrong)
  }

  @Test func `keeps a stronger hash`() async throws {
    let hash = try await Argon2idHasher(passes: 2, memoryBytes: 16_384).hash(secret("long enough"))
    #expect(
      try await weak.verify(secret("long enough"), against: hash) == .right(outdated: false))
  }

  static let salt =
    "$" + String(repeating: "A", count: 22) + "$" + String(repeating: "A", count: 43)

  @Test(
    arguments: [
      "", "$", "hash", "$$$$$", "$argon2i$v=19$m=8,t=1,p=1" + salt, "$argon2id$v=19$m=8,t=1,p=1",
      "$argon2id$v=16$m=8,t=1,p=1" + salt, "$argon2id$v=19$m=4194304,t=1,p=1" + salt,
      "$argon2id$v=19$m=4294967295,t=1,p=1" + salt, "$argon2id$v=19$m=8,t=4294967295,p=1" + salt,
      "$argon2id$v=19$m=8,t=17,p=1" + salt, "$argon2id$v=19$m=8,t=0,p=1" + salt,
      "$argon2id$v=19$m=-8,t=1,p=1" + salt, "$argon2id$v=19$m=7,t=1,p=1" + salt,
      "$argon2id$v=19$m=8,t=1,p=2" + salt, "$argon2id$v=19$m=8,t=1" + salt,
      "$argon2id$v=19$t=1,m=8,p=1" + salt, "$argon2id$v=19$m=99999999999999999999,t=1,p=1" + salt,
      "$argon2id$v=19$m=8,t=1,p=1$!!$!!", "$argon2id$v=19$m=8,t=1,p=1$$",
      "$argon2id$v=19$m=8,t=1,p=1" + salt + "A\u{0}",
    ])
  func `refuses a tampered hash before doing its work`(_ text: String) async throws {
    let refusal = await #expect(throws: Refusal.self) {
      try await weak.verify(secret("long enough 1"), against: PasswordHash(text))
    }
    expect(refusal, is: { .store(.damaged(cause: $0)) })
  }
}
