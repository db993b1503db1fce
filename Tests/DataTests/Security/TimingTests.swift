import Data
import Domain
import Doubles
import Testing

/// The work and time of failed logins, with the real hasher and store.
@Suite(.limited, .serialized) struct `A failed login` {
  /// A hasher that does no work for an unknown name, as a control.
  private struct HastyHasher: PasswordHasher {
    let honest = Argon2idHasher()
    var decoy: PasswordHash { honest.decoy }

    @concurrent
    func hash(_ password: Secret) async throws(Refusal) -> PasswordHash {
      try await honest.hash(password)
    }

    @concurrent
    func verify(_ password: Secret, against hash: PasswordHash) async throws(Refusal)
      -> PasswordVerdict
    {
      hash == decoy ? .wrong : try await honest.verify(password, against: hash)
    }
  }

  /// Records the requested hashes.
  private struct CountingHasher: PasswordHasher {
    let honest = AccountWorld.weakHasher
    let verified = Shared<[PasswordHash]>([])
    var decoy: PasswordHash { honest.decoy }

    func hash(_ password: Secret) async throws(Refusal) -> PasswordHash {
      try await honest.hash(password)
    }

    func verify(_ password: Secret, against hash: PasswordHash) async throws(Refusal)
      -> PasswordVerdict
    {
      verified.change { $0.append(hash) }
      return try await honest.verify(password, against: hash)
    }
  }

  @Test func `takes as much work for an unknown name as for a wrong password`() async throws {
    let (world, hasher) = (try await AccountWorld(), CountingHasher())
    try await world.signUp(hashing: hasher)
    for username in ["nobody", "ada"] {
      await #expect(throws: Refusal.credentialsWrong) {
        try await world.logIn(username, password: "long enough 2", hashing: hasher)
      }
    }
    // The part before the salt determines the work of a hash.
    let work = hasher.verified.value.map { $0.text.split(separator: "$").dropLast(2) }
    try #require(work.count == 2)
    #expect(work[0] == work[1])
    #expect(hasher.verified.value[0] == hasher.decoy)
    #expect(hasher.verified.value[1] != hasher.decoy)
  }

  /// The relative difference between the medians of both kinds of failure, over interleaved
  /// attempts.
  private func difference(hashing hasher: any PasswordHasher, over count: Int) async throws
    -> Double
  {
    let world = try await AccountWorld()
    try await world.signUp(hashing: hasher)
    var (unknown, wrong): ([Duration], [Duration]) = ([], [])
    for _ in 1...count {
      unknown.append(await time(world, "nobody", hasher))
      wrong.append(await time(world, "ada", hasher))
    }
    let medians = [median(unknown), median(wrong)].sorted()
    let difference = (medians[1] - medians[0]) / medians[1]
    print("medians over \(wrong.count) attempts each differ by \(difference * 100) %")
    return difference
  }

  private func time(_ world: AccountWorld, _ username: String, _ hasher: any PasswordHasher)
    async -> Duration
  {
    // An unknown device takes more work than none.
    let device = Device(
      place: "tty1", token: DeviceToken(bytes: Array(repeating: 7, count: DeviceToken.length)))
    // Otherwise a pause would follow the fifth attempt.
    world.folder.clock.advance(seconds: 2 * day)
    return await ContinuousClock().measure {
      await #expect(throws: Refusal.credentialsWrong) {
        try await world.logIn(
          username, password: "long enough 2", on: device, hashing: hasher)
      }
    }
  }

  private func median(_ times: [Duration]) -> Duration { times.sorted()[times.count / 2] }

  private static let isMeasured = SecurityScale.isFull
  private static let reason: Comment = "times are meaningful only on an idle machine"

  @Test(.enabled(if: isMeasured, reason))
  func `takes as long for an unknown name as for a wrong password`() async throws {
    #expect(try await difference(hashing: Argon2idHasher(), over: 200) < 0.05)
  }

  @Test(.enabled(if: isMeasured, reason))
  func `would reveal existing names if unknown ones took no work`() async throws {
    #expect(try await difference(hashing: HastyHasher(), over: 15) > 0.5)
  }
}
