import Domain

/// What a field is for; one form has no two of a kind.
public enum FieldName: String, Sendable {
  /// Somebody's username.
  case username
  /// The account's password.
  case password
  /// A new password.
  case newPassword = "new-password"
  /// The new password again.
  case repetition
  /// The name of a counter or of a guest.
  case name
  /// A listed counter.
  case counter
  /// A whole number to add.
  case amount
  /// A whole number to set the count to.
  case count
  /// A moment; see `MomentText`.
  case time
  /// A note of a change.
  case note
  /// A whole number to reach, or not to exceed.
  case target
  /// The period of a target: `day`, `week`, `month` or nothing.
  case per
  /// The number of an entry of the history.
  case entry
  /// A length of time: `12h`.
  case length
  /// How many guests there is room for.
  case places
  /// The number of an invitation.
  case invitation
  /// A time of day.
  case dayStart = "day-start"
  /// A text to search for.
  case search
}

/// A visible field of a form.
public struct Field: Equatable, Sendable {
  /// What it is for.
  public let name: FieldName
  /// The label.
  public let label: String
  /// The text in the field.
  public var text: String

  init(_ name: FieldName, _ label: String, text: String = "") {
    self.name = name
    self.label = label
    self.text = text
  }

  /// The field with this text in it.
  func holding(_ text: String) -> Field { Field(name, label, text: text) }

  /// The username for login and sign-up.
  public static let username = Field(.username, "Username")
  /// The name of the counter to delete.
  public static let counterToDelete = Field(.name, "Counter's name, to delete it")
  /// The amount to add.
  public static let amount = Field(.amount, "Add")
  /// The new count.
  public static let count = Field(.count, "Set to")
  /// When the amount was counted.
  public static let time = Field(.time, "When (empty for now)")
  /// What to say of a change in the history.
  public static let note = Field(.note, "Note (empty for none)")
  /// A number that a counter is to reach.
  public static let target = Field(.target, "Target (empty for none)")
  /// A number that a counter is not to exceed.
  public static let limit = Field(.target, "At most (empty for none)")
  /// The period of a target or limit.
  public static let targetPeriod = Field(.per, "Per day, week or month")
  /// The username of somebody who may count.
  public static let sharedWith = Field(.username, "Let this user count")
  /// The username of somebody who may only view.
  public static let sharedForViewing = Field(.username, "Let this user view")
  /// The username of a member to stop sharing with.
  public static let unsharedWith = Field(.username, "Stop sharing with this member")
  /// The new name of a counter.
  public static let newName = Field(.name, "New name")
  /// The name of a new counter.
  public static let newCounter = Field(.name, "Name of the new counter")
  /// The number of an entry of the history.
  public static let entry = Field(.entry, "Number of the entry to revert")
  /// When a person's days begin.
  public static let dayStart = Field(.dayStart, "Day begins at")
  /// What a guest is called.
  public static let guestName = Field(.name, "Your name, or where you count: Door 2")
  /// How long an invitation lasts.
  public static let invitationLength = Field(.length, "For how long (empty for 12h)")
  /// How many guests an invitation is for.
  public static let invitationPlaces = Field(.places, "For how many people (empty for 20)")
  /// The number of an invitation to end.
  public static let invitation = Field(.invitation, "Number of the invitation to end")
  /// The text to search in counter names.
  public static let search = Field(.search, "Search")
}

/// A field whose text is hidden, even from the state.
public struct HiddenField: Equatable, Sendable {
  /// What it is for.
  public let name: FieldName
  /// The label.
  public let label: String
  /// The length of the text in bytes.
  public var length: Int

  init(_ name: FieldName, _ label: String, length: Int = 0) {
    self.name = name
    self.label = label
    self.length = length
  }

  /// The account's password.
  public static let password = HiddenField(.password, "Password")
  /// The new password.
  public static let newPassword = HiddenField(.newPassword, "New password")
  /// The repetition of a password, to catch typos.
  public static let repetition = HiddenField(.repetition, "Repeat password")
}
