import Domain
import Synchronization

/// A watch that ticks on demand.
public final class ManualWatch: StoreWatch {
  private let listeners: Mutex<[Int: Listener]> = Mutex([:])
  private let numbers = Atomic(0)

  /// Creates a watch without listeners.
  public init() {}

  public func changesElsewhere(tickingAtOnce: Bool) -> AsyncStream<Void> {
    let number = numbers.add(1, ordering: .relaxed).newValue
    let listener = Listener(tickingAtOnce: tickingAtOnce)
    listeners.withLock { $0[number] = listener }
    return AsyncStream {
      await listener.next()
    } onCancel: { [weak self] in
      listener.end()
      self?.listeners.withLock { _ = $0.removeValue(forKey: number) }
    }
  }

  /// Sends a tick to all listeners, and waits until they have handled it.
  public func tick() async {
    for listener in listeners.withLock({ Array($0.values) }) { await listener.tick() }
  }

  /// The number of listeners.
  public var listenerCount: Int { listeners.withLock { $0.count } }
}

/// A listener; it has handled a tick when it asks for the next one.
private final class Listener: Sendable {
  private struct State {
    var isTold: Bool
    var hasEnded = false
    var listening: CheckedContinuation<Void?, Never>?
    var telling: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(tickingAtOnce: Bool) {
    state = Mutex(State(isTold: tickingAtOnce))
  }

  func next() async -> Void? {
    await withCheckedContinuation { continuation in
      let (answer, done): (Void??, [CheckedContinuation<Void, Never>]) = state.withLock { state in
        if state.hasEnded { return (.some(nil), []) }
        if state.isTold {
          state.isTold = false
          return (.some(()), [])
        }
        state.listening = continuation
        defer { state.telling = [] }
        return (nil, state.telling)
      }
      if let answer { continuation.resume(returning: answer) }
      done.forEach { $0.resume() }
    }
  }

  func tick() async {
    await withCheckedContinuation { continuation in
      let listening: CheckedContinuation<Void?, Never>? = state.withLock { state in
        guard !state.hasEnded else {
          continuation.resume()
          return nil
        }
        state.telling.append(continuation)
        state.isTold = state.listening == nil
        defer { state.listening = nil }
        return state.listening
      }
      listening?.resume(returning: ())
    }
  }

  func end() {
    let (listening, done) = state.withLock { state in
      state.hasEnded = true
      defer { (state.listening, state.telling) = (nil, []) }
      return (state.listening, state.telling)
    }
    listening?.resume(returning: nil)
    done.forEach { $0.resume() }
  }
}
