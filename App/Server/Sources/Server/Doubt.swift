import Domain
import Synchronization

/// Whether the outcome of a write is unknown. Then nothing may be written any more: SQLite might
/// answer from memory what is not on the disk.
final class Doubt: Sendable {
  private let state = Mutex<(refusal: Refusal?, end: (@Sendable () -> Void)?)>((nil, nil))

  /// Why the server must end, if it must.
  var refusal: Refusal? { state.withLock { $0.refusal } }

  /// Notes an unknown outcome; the first one ends the server.
  func arise(cause: Refusal) {
    let end = state.withLock { state in
      defer { state.refusal = state.refusal ?? cause }
      return state.refusal == nil ? state.end : nil
    }
    end?()
  }

  /// Sets what ends the server.
  func prepare(_ end: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      state.end = end
      return state.refusal != nil
    }
    if isLate { end() }
  }
}
