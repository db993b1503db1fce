/// The steps of a user, from the first start with an empty store.
public struct Journey: Sendable {
  /// The journey's name, also of its recordings.
  public let name: String
  let steps: [Step]

  init(_ name: String, _ steps: [Step]...) {
    self.name = name
    self.steps = steps.flatMap(\.self)
  }
}

extension Journey: CustomStringConvertible {
  public var description: String { name }
}

extension [Journey.Step] {
  static let password = "long enough 1"

  /// Creates an account and begins to count.
  static func signUp(_ username: String = "ada") -> [Journey.Step] {
    [.press(.signUp), .fill(.username, username)]
      + [.fill(.password, password), .finish(.repetition, password)]
  }

  /// Logs in, or attempts to.
  static func logIn(_ username: String = "ada", password: String = password) -> [Journey.Step] {
    [.press(.logIn), .fill(.username, username), .finish(.password, password)]
  }
}
