import Foundation

/// The variables of an environment, of which only those are looked up that are asked for.
package struct Environment: Sendable {
  private let value: @Sendable (_ name: String) -> String?

  /// The environment of the process.
  package static let process = Environment { name in getenv(name).map { String(cString: $0) } }

  /// The environment in which each variable has this value, or `nil` where it is not set.
  init(_ value: @escaping @Sendable (_ name: String) -> String?) {
    self.value = value
  }

  /// What a variable says, if it is set.
  subscript(name: String) -> String? { value(name) }
}
