/// A fault that `strace` puts into a program's system calls.
struct Injection: Sendable, CustomStringConvertible {
  /// What becomes of the call.
  enum Effect: Sendable {
    /// The process is killed as it enters the call, which is not made.
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
  /// Which of the calls, from 1 on, in `strace`'s words: `3`, `3+` for all from then on; all of them
  /// where nothing is said.
  var when: String?

  var description: String {
    "inject=\(call):\(effect.text)" + (when.map { ":when=\($0)" } ?? "")
  }
}
