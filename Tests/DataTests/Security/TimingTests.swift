import Data
import Domain
import Doubles
import Testing

/// How long logins take that fail, with the hasher and the store that people use.
@Suite(.serialized) struct `A login that fails` {
  /// What a hasher would be that does no work for a name that nobody has.
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

  /// By what part of the greater one the medians of both ways to fail differ, over interleaved tries:
  /// over all of them, or in the short form over as many as it takes to come below the limit.
  private func difference(hashing hasher: any PasswordHasher, atMost most: Int) async throws
    -> Double
  {
    let world = try AccountWorld()
    try await world.signUp(hashing: hasher)
    var (unknown, wrong): ([Duration], [Duration]) = ([], [])
    var difference = 1.0
    for number in 1...most {
      unknown.append(await time(world, "nobody", hasher))
      wrong.append(await time(world, "ada", hasher))
      let medians = [median(unknown), median(wrong)].sorted()
      difference = (medians[1] - medians[0]) / medians[1]
      if !SecurityScale.isFull, number >= 9, difference < Self.limit { break }
    }
    print("medians over \(wrong.count) tries each differ by \(difference * 100) %")
    return difference
  }

  private func time(_ world: AccountWorld, _ username: String, _ hasher: any PasswordHasher)
    async -> Duration
  {
    // Or the fifth try would be followed by a pause.
    world.folder.clock.advance(seconds: 2 * day)
    return await ContinuousClock().measure {
      await #expect(throws: Refusal.credentialsWrong) {
        try await world.logIn(username, password: "long enough 2", hashing: hasher)
      }
    }
  }

  private func median(_ times: [Duration]) -> Duration { times.sorted()[times.count / 2] }

  private static let limit = 0.05

  @Test func `takes as long for an unknown name as for a wrong password`() async throws {
    #expect(try await difference(hashing: Argon2idHasher(), atMost: 200) < Self.limit)
  }

  @Test func `would tell which names there are without work for nothing`() async throws {
    #expect(try await difference(hashing: HastyHasher(), atMost: 15) > 0.5)
  }
}
