import Synchronization

/// A value shared between threads.
final class Shared<Value: Sendable>: Sendable {
  private let content: Mutex<Value>

  init(_ value: Value) { content = Mutex(value) }

  var value: Value {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }

  /// Changes the value under a lock.
  func change<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
    content.withLock { body(&$0) }
  }
}

extension Shared<Int> {
  /// Adds 1, and returns the new number.
  func next() -> Int {
    change {
      $0 += 1
      return $0
    }
  }
}
