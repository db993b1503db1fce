/// A fault that `strace` puts into the system calls of one name.
struct Injection: Sendable, CustomStringConvertible {
  /// What becomes of the call.
  enum Effect: Sendable {
    /// The process is killed as it enters the call.
    case kill
    /// The call is not made and fails, as with `EIO`.
    case error(String)

    fileprivate var text: String {
      switch self {
      case .kill: "signal=KILL"
      case .error(let name): "error=\(name)"
      }
    }
  }

  let call: String
  let effect: Effect
  /// Which of the calls in each thread, from 1 on: `3`, or `3+` for all from then on.
  let when: String

  var description: String { "\(call):\(effect.text):when=\(when)" }
}
