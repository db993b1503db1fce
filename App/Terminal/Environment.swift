import Domain
import Foundation

/// The variables of an environment, of which only those are looked up that are asked for.
package struct Environment: Sendable {
  private let value: @Sendable (_ name: String) -> [UInt8]?

  /// The environment of the process.
  package static let process = Environment { name in
    getenv(name).map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
  }

  /// An environment that looks up each variable's bytes; `nil` means that it is not set.
  init(_ value: @escaping @Sendable (_ name: String) -> [UInt8]?) {
    self.value = value
  }

  /// What a variable says, if it is set.
  subscript(name: String) -> String? {
    value(name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The path that a variable names, unless it is not set or empty.
  ///
  /// - Throws: `Refusal.environment` when it is not UTF-8, because replacing bytes would name another file.
  func path(_ name: String) throws(Refusal) -> String? {
    guard let bytes = value(name), !bytes.isEmpty else { return nil }
    guard let path = String(validating: bytes, as: UTF8.self) else {
      throw .environment(cause: "\(name) is not UTF-8. Set it to a path that is")
    }
    return path
  }
}
