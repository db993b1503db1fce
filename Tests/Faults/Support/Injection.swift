/// A fault that `strace` injects into system calls with one name.
struct Injection: Sendable, CustomStringConvertible {
  /// The effect on the call.
  enum Effect: Sendable {
    /// The process is killed on entering the call.
    case kill
    /// The call is not made and fails, for example with `EIO`.
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
  /// Which of the calls in each thread, from 1 on: `3`, or `3+` for the third and all later ones.
  let when: String

  var description: String { "\(call):\(effect.text):when=\(when)" }
}
