import Domain

/// A visible field of a form.
public struct Field: Equatable, Sendable {
  /// The label.
  public let label: String
  /// The text in the field.
  public var text: String

  init(_ label: String, text: String = "") {
    self.label = label
    self.text = text
  }

  /// The username for login and sign-up.
  public static let username = Field("Username")
  /// The name of the counter to delete.
  public static let counterToDelete = Field("Counter's name, to delete it")
  /// The amount to add.
  public static let amount = Field("Add")
  /// The new count.
  public static let count = Field("Set to")
  /// When the amount was counted.
  public static let time = Field("When (empty for now)")
  /// What to say of a change in the history.
  public static let note = Field("Note (empty for none)")
  /// A number that a counter is to reach.
  public static let target = Field("Target (empty for none)")
  /// A number that a counter is not to exceed.
  public static let limit = Field("At most (empty for none)")
  /// The period of a target or limit.
  public static let targetPeriod = Field("Per day, week or month")
  /// The username of somebody who may count.
  public static let sharedWith = Field("Let this user count")
  /// The username of somebody who may only view.
  public static let sharedForViewing = Field("Let this user view")
  /// The new name of a counter.
  public static let newName = Field("New name")
  /// The name of a new counter.
  public static let newCounter = Field("Name of the new counter")
  /// The number of an entry of the history.
  public static let entry = Field("Number of the entry to revert")
  /// When a person's days begin.
  public static let dayStart = Field("Day begins at")
  /// What a guest is called.
  public static let guestName = Field("Your name, or where you count: Door 2")
  /// How long an invitation lasts.
  public static let invitationLength = Field("For how long (empty for 12h)")
  /// How many guests an invitation is for.
  public static let invitationPlaces = Field("For how many people (empty for 20)")
  /// The number of an invitation to end.
  public static let invitation = Field("Number of the invitation to end")
  /// The text to search in counter names.
  public static let search = Field("Search")
}

/// A field whose text is hidden, even from the state.
public struct HiddenField: Equatable, Sendable {
  /// The label.
  public let label: String
  /// The length of the text in bytes.
  public var length: Int

  init(_ label: String, length: Int = 0) {
    self.label = label
    self.length = length
  }

  /// The account's password.
  public static let password = HiddenField("Password")
  /// The new password.
  public static let newPassword = HiddenField("New password")
  /// The repetition of a password, to catch typos.
  public static let repetition = HiddenField("Repeat password")
}
