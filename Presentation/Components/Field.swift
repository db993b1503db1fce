import Domain

/// A field of a form whose text is shown.
public struct Field: Equatable, Sendable {
  /// What the field is for.
  public let label: String
  /// What stands in it.
  public var text: String

  init(_ label: String, text: String = "") {
    self.label = label
    self.text = text
  }
}

/// A field of a form whose text nobody sees, nor the state holds.
public struct HiddenField: Equatable, Sendable {
  /// What the field is for.
  public let label: String
  /// How many bytes stand in it.
  public var length: Int

  init(_ label: String, length: Int = 0) {
    self.label = label
    self.length = length
  }
}
