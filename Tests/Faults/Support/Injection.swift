/// A fault that `strace` puts into the system calls of one name.
struct Injection: Sendable, CustomStringConvertible {
  /// What becomes of the call.
  enum Effect: Sendable {
    /// The process is killed as it enters the call.
    case kill
    /// The call is not made and fails, as with `EIO`.
    case error(String)
    /// The call is not made and returns that number.
    case returned(Int)

    fileprivate var text: String {
      switch self {
      case .kill: "signal=KILL"
      case .error(let name): "error=\(name)"
      case .returned(let value): "retval=\(value)"
      }
    }
  }

  let call: String
  let effect: Effect
  /// Which of the calls in each thread, from 1 on: `3`, or `3+` for all from then on.
  let when: String

  var description: String { "\(call):\(effect.text):when=\(when)" }
}
