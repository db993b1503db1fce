import Domain
import Synchronization

/// A watch that ticks when a test says so.
public final class ManualWatch: StoreWatch {
  private let listeners: Mutex<[Int: AsyncStream<Void>.Continuation]> = Mutex([:])
  private let numbers = Mutex(0)

  /// A watch to which nobody listens yet.
  public init() {}

  public func changesElsewhere(tickingAtOnce: Bool) -> AsyncStream<Void> {
    AsyncStream { continuation in
      if tickingAtOnce { continuation.yield() }
      let number = numbers.withLock { number in
        number += 1
        return number
      }
      listeners.withLock { $0[number] = continuation }
      continuation.onTermination = { [weak self] _ in
        self?.listeners.withLock { _ = $0.removeValue(forKey: number) }
      }
    }
  }

  /// Tells all who listen that others have changed something.
  public func tick() {
    listeners.withLock { $0.values.forEach { $0.yield() } }
  }

  /// How many listen.
  public var listenerCount: Int { listeners.withLock { $0.count } }
}
