import Domain
import Synchronization

/// A saved login in memory that tells what it was asked.
public final class MemorySavedLogin: SavedLogin {
  /// Something that was asked of a saved login.
  public enum Call: Equatable, Sendable {
    case token
    case save(SessionToken)
    case remove
  }

  private struct State: Sendable {
    var token: SessionToken?
    var received: [Call] = []
  }

  private let state = Mutex(State())
  private let refusal: Refusal?

  /// A saved login with nothing in it, which answers everything with `refusal` where there is one.
  public init(refusal: Refusal? = nil) {
    self.refusal = refusal
  }

  /// What was asked, in order.
  public var received: [Call] { state.withLock(\.received) }

  /// The token that is kept; looking at it is not among `received`.
  public var kept: SessionToken? { state.withLock(\.token) }

  public func token() async throws(Refusal) -> SessionToken? {
    state.withLock { $0.received.append(.token) }
    if let refusal { throw refusal }
    return kept
  }

  public func save(_ token: SessionToken) async throws(Refusal) {
    state.withLock { $0.received.append(.save(token)) }
    if let refusal { throw refusal }
    state.withLock { $0.token = token }
  }

  public func remove() async throws(Refusal) {
    state.withLock { $0.received.append(.remove) }
    if let refusal { throw refusal }
    state.withLock { $0.token = nil }
  }
}
