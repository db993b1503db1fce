internal import Foundation

/// Why a system call failed.
struct SystemError: Error {
  /// The value of `errno`.
  let code: Int32

  /// The error of the system call that has just failed.
  static var last: SystemError { SystemError(code: errno) }

  /// What the system says of it, in words.
  var text: String { String(cString: strerror(code)) }

  /// Whether there is no right to write there.
  var isReadOnly: Bool { [EROFS, EACCES, EPERM].contains(code) }
}
