import Data
import Dispatch
import Domain
import Doubles
import Testing

@Suite(.limited) struct `Hashing` {
  /// Writes to the store, like another program, whenever it is asked to hash.
  private struct MeddlingHasher: PasswordHasher {
    let honest = AccountWorld.weakHasher
    let other: SQLiteStore
    let written = Shared(0)
    var decoy: PasswordHash { honest.decoy }

    @concurrent
    func hash(_ password: Secret) async throws(Refusal) -> PasswordHash {
      try await meddle()
      return try await honest.hash(password)
    }

    @concurrent
    func verify(_ password: Secret, against hash: PasswordHash) async throws(Refusal)
      -> PasswordVerdict
    {
      try await meddle()
      return try await honest.verify(password, against: hash)
    }

    private func meddle() async throws(Refusal) {
      _ = try await other.countAttempt(at: "somebody \(written.next())")
    }
  }

  @Test func `happens outside of transactions, so that others can write`() async throws {
    let world = try await AccountWorld()
    let hasher = MeddlingHasher(other: try await world.folder.store())
    let session = try await world.signUp(hashing: hasher).session
    try await world.logIn(hashing: hasher)
    let useCases = world.useCases(hashing: hasher)
    let new = secret("longer still 1")
    try await useCases.changePassword(
      from: secret(AccountWorld.password), to: new, repetition: new, in: session, on: nil)
    try await useCases.deleteAccount(password: new, in: session, on: nil)
    #expect(hasher.written.value == 5)
  }

  /// An actor that hashes a password and meanwhile answers other calls.
  private actor Caller {
    private final class Queue: SerialExecutor {
      private let queue = DispatchQueue(label: "test.caller")

      func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
      }
    }

    private let queue = Queue()
    private var turns = 0
    private var isDone = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// On a busy machine one hash may be done before the first call.
    func hash(_ isVerification: Bool) async throws {
      defer { isDone = true }
      let hasher = Argon2idHasher()
      for _ in 0..<40 where turns < 4 {
        if isVerification {
          _ = try await hasher.verify(secret("long enough 1"), against: hasher.decoy)
        } else {
          _ = try await hasher.hash(secret("long enough 1"))
        }
      }
    }

    /// The number of calls before the end, once it is reached.
    func ask() -> Int? {
      if isDone { return turns }
      turns += 1
      return nil
    }
  }

  @Test(arguments: [false, true])
  func `does not block the caller's actor, such as the main actor`(isVerification: Bool)
    async throws
  {
    let caller = Caller()
    async let hashing: Void = caller.hash(isVerification)
    var turns: Int?
    while turns == nil { turns = await caller.ask() }
    try await hashing
    #expect(turns ?? 0 >= 4)
  }

  @Test func `is repeated with today's parameters only at the next login`() async throws {
    let world = try await AccountWorld()
    let stronger = Argon2idHasher(passes: 2, memoryBytes: 16_384)
    try await world.signUp()
    func hash() throws -> String { try world.store.values("SELECT password_hash FROM users")[0] }
    let weak = try hash()
    #expect(weak.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
    await #expect(throws: Refusal.credentialsWrong) {
      try await world.logIn(password: "long enough 2", hashing: stronger)
    }
    #expect(try hash() == weak)
    try await world.logIn(hashing: stronger)
    let strong = try hash()
    #expect(strong.hasPrefix("$argon2id$v=19$m=16,t=2,p=1$"))
    try await world.logIn(hashing: stronger)
    try await world.logIn()
    #expect(try hash() == strong)
  }

  static let tampered = [
    "", "long enough 1", "$argon2id$v=19$m=4194304,t=1,p=1" + `The hasher`.salt,
    "$argon2id$v=19$m=8,t=4294967295,p=1" + `The hasher`.salt,
    "$argon2id$v=19$m=8,t=1,p=1$" + String(repeating: "!", count: 22) + "$"
      + String(repeating: "!", count: 43),
    "$argon2i$v=19$m=8,t=1,p=1" + `The hasher`.salt,
  ]

  @Test(arguments: tampered.dropFirst())
  func `never accepts a password against a tampered hash`(_ hash: String) async throws {
    let world = try await AccountWorld()
    let session = try await world.signUp().session
    try world.store.run("UPDATE users SET password_hash = '\(hash)'")
    for password in [AccountWorld.password, hash] {
      let refusal = await #expect(throws: Refusal.self) {
        try await world.logIn(password: password, hashing: Argon2idHasher())
      }
      expect(refusal, is: { .store(.damaged(cause: $0)) })
    }
    #expect(try await world.store.otherSessions(than: session).isEmpty)
  }

  @Test func `treats all Unicode forms of a password as one`() async throws {
    let world = try await AccountWorld()
    let (composed, apart) = ("caf\u{E9} noir 1", "cafe\u{301} noir 1")
    for (username, first, second) in [("ada", composed, apart), ("bob", apart, composed)] {
      _ = try await world.useCases().signUp(
        username: username, password: secret(first), repetition: secret(second),
        on: Device(place: "tty1"))
      try await world.logIn(username, password: first)
      try await world.logIn(username, password: second)
      await #expect(throws: Refusal.credentialsWrong) {
        try await world.logIn(username, password: "cafe noir 1")
      }
    }
  }
}
