/// An error of a system call.
package struct SystemError: Error, Equatable {
  /// The value of `errno`.
  package let code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// The error of the last system call.
  package static var last: SystemError { SystemError(code: errno) }

  /// The system's message.
  package var text: String { String(cString: strerror(code)) }

  /// Whether the error says that writing is not permitted.
  package var isReadOnly: Bool { [EROFS, EACCES, EPERM].contains(code) }
}
