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

  /// Who logs in or signs up.
  public static let username = Field("Username")
  /// Which counter is meant to be deleted.
  public static let counterToDelete = Field("Counter's name, to delete it")
  /// How many are counted at once.
  public static let amount = Field("Add")
  /// What a count is set to.
  public static let count = Field("Set to")
  /// What a counter is called from now on.
  public static let newName = Field("New name")
  /// What a new counter is called.
  public static let newCounter = Field("Name of the new counter")
  /// What the names of counters are searched for.
  public static let search = Field("Search")
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

  /// The password of an account.
  public static let password = HiddenField("Password")
  /// The password that is to take its place.
  public static let newPassword = HiddenField("New password")
  /// A password again, in case that it was mistyped.
  public static let repetition = HiddenField("Repeat password")
}
