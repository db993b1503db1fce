internal import Synchronization

/// Who wants to hear of a store's changes: many, for whom one task looks.
final class Listeners: Sendable {
  private struct State {
    var all: [Int: AsyncStream<Void>.Continuation] = [:]
    var next = 0
    var isLookedFor = false
  }

  private let state = Mutex(State())

  /// Adds somebody, until the stream ends; says whether somebody has to begin to look.
  func add(_ listener: AsyncStream<Void>.Continuation) -> Bool {
    let (number, isFirst) = state.withLock { state in
      state.next += 1
      state.all[state.next] = listener
      defer { state.isLookedFor = true }
      return (state.next, !state.isLookedFor)
    }
    listener.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.all.removeValue(forKey: number) }
    }
    return isFirst
  }

  /// Whether somebody looks.
  var isLookedFor: Bool { state.withLock { $0.isLookedFor } }

  /// Whether somebody listens. Where nobody does, whoever looks must end, and the next has to be begun.
  func goOn() -> Bool {
    state.withLock { state in
      state.isLookedFor = !state.all.isEmpty
      return state.isLookedFor
    }
  }

  /// Tells everybody of a change.
  func tick() {
    for listener in state.withLock({ Array($0.all.values) }) { listener.yield() }
  }

  /// Tells everybody that there is nothing to hear any more.
  func finish() {
    for listener in state.withLock({ Array($0.all.values) }) { listener.finish() }
  }
}
