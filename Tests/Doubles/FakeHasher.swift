import Domain
import Synchronization

/// A fast hasher whose hashes contain the password; records its calls.
public final class FakeHasher: PasswordHasher {
  private struct State: Sendable {
    var generation = 1
    var made: [PasswordHash] = []
    var verified: [PasswordHash] = []
  }

  private let state = Mutex(State())

  /// Creates a hasher without calls.
  public init() {}

  /// The hashes made, in order.
  public var made: [PasswordHash] { state.withLock(\.made) }

  /// The hashes that passwords were verified against, in order.
  public var verified: [PasswordHash] { state.withLock(\.verified) }

  /// Makes all earlier hashes outdated.
  public func raiseCost() {
    state.withLock { $0.generation += 1 }
  }

  public let decoy = PasswordHash("fake$decoy")

  @concurrent
  public func hash(_ password: Secret) async throws(Refusal) -> PasswordHash {
    let text = password.text
    return state.withLock {
      let hash = PasswordHash("fake$\($0.generation)$\($0.made.count)$\(text)")
      $0.made.append(hash)
      return hash
    }
  }

  @concurrent
  public func verify(_ password: Secret, against hash: PasswordHash) async throws(Refusal)
    -> PasswordVerdict
  {
    let generation = state.withLock {
      $0.verified.append(hash)
      return $0.generation
    }
    if hash == decoy { return .wrong }
    let parts = hash.text.split(
      separator: "$", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "fake" else {
      throw .store(.damaged(cause: "not made by FakeHasher: \(hash.text)"))
    }
    guard parts[3].utf8.elementsEqual(password.text.utf8) else { return .wrong }
    return .right(outdated: parts[1] != "\(generation)")
  }
}
