import Domain
import Synchronization

/// A watch that ticks when a test says so.
public final class ManualWatch: StoreWatch {
  private let listeners: Mutex<[Int: Listener]> = Mutex([:])
  private let numbers = Atomic(0)

  /// A watch to which nobody listens yet.
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

  /// Tells all who listen that others have changed something, and waits until they have done what they do
  /// then.
  public func tick() async {
    for listener in listeners.withLock({ Array($0.values) }) { await listener.tick() }
  }

  /// How many listen.
  public var listenerCount: Int { listeners.withLock { $0.count } }
}

/// Somebody who listens, is told, and is done with it when the next is asked for.
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
