import Domain
import Platform

/// Environment variables, read on demand.
package struct Environment: Sendable {
  private let value: @Sendable (_ name: String) -> [UInt8]?

  /// The environment of the process.
  package static let process = Environment { name in
    getenv(name).map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
  }

  /// Creates an environment from a function that returns a variable's bytes, or `nil` if it is not
  /// set.
  init(_ value: @escaping @Sendable (_ name: String) -> [UInt8]?) {
    self.value = value
  }

  /// The value of a variable, if it is set.
  package subscript(name: String) -> String? {
    value(name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The path in a variable, or `nil` if it is not set or empty.
  ///
  /// - Throws: `Refusal.environment` when it is not UTF-8, because a repaired path would name
  ///   another file.
  package func path(_ name: String) throws(Refusal) -> String? {
    guard let bytes = value(name), !bytes.isEmpty else { return nil }
    guard let path = String(validating: bytes, as: UTF8.self) else {
      throw .environment(cause: "\(name) is not UTF-8. Set it to a path that is")
    }
    return path
  }
}
