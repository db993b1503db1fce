/// One entry in a counter's history. Entries are appended, never altered.
public struct Change: Equatable, Sendable, Identifiable {
  /// What happened to the count.
  public enum Event: Equatable, Sendable {
    /// Something was done to the count.
    case made(Edit)
    /// The edit of that change was taken back.
    case undid(Edit, of: Change.ID)
    /// The edit of that change was made again.
    case redid(Edit, of: Change.ID)
  }

  /// Who made a change.
  public enum Author: Equatable, Sendable {
    /// Somebody with an account in this store.
    case account(Username)
    /// Somebody whose account was deleted.
    case former
    /// Somebody whom an import names; that is a text and nobody's account.
    case imported(String)

    /// What stands for the author in a history and in files.
    public var text: String {
      switch self {
      case .account(let username): username.text
      case .former: Self.formerText
      case .imported(let text): text
      }
    }

    /// What stands for somebody whose account was deleted. It is no username, because it has spaces.
    public static let formerText = "a former member"
  }

  /// What the change is known by within its account, also in an export.
  public struct ID: Hashable, Sendable {
    /// A UUID in lower case, or what a person gave.
    public let text: String

    /// The most Unicode scalars that an identifier has.
    public static let maximumLength = 64

    /// The identifier that a store has kept, taken as it is.
    public init(_ text: String) {
      self.text = text
    }

    /// The identifier that a person or an import gave: 1 to 64 Unicode scalars, no control characters.
    ///
    /// - Throws: `Refusal.badIdentifier`.
    public init(checking text: String) throws(Refusal) {
      let scalars = text.unicodeScalars
      guard !scalars.isEmpty, scalars.count <= Self.maximumLength,
        scalars.allSatisfy({ !$0.isControl })
      else { throw .badIdentifier }
      self.text = text
    }
  }

  /// What the change is known by.
  public let id: ID
  /// When it happened.
  public let time: Timestamp
  /// What happened.
  public let event: Event
  /// By how much the count moved.
  public let amount: Int64
  /// The count after it.
  public let count: Int64
  /// Who made it.
  public let author: Author

  /// A change as the store has it.
  public init(
    id: ID, time: Timestamp, event: Event, amount: Int64, count: Int64, author: Author
  ) {
    self.id = id
    self.time = time
    self.event = event
    self.amount = amount
    self.count = count
    self.author = author
  }
}

extension Change.Event {
  /// Whether the command is one that may have led to the event: an identifier that is given with another
  /// one is taken.
  public func isOutcome(of command: CountCommand) -> Bool {
    switch (self, command) {
    case (.made(.add(let amount)), .add(let other)): amount == other
    case (.made(.set(let value)), .set(let other)): value == other
    case (.made(.reset), .reset), (.undid, .undo), (.redid, .redo): true
    default: false
    }
  }
}

/// What can be done to a count, and be taken back: the unit of undo and redo.
public enum Edit: Equatable, Sendable {
  /// The amount was added; a negative one was subtracted. 0 is an amount too, in an import.
  case add(Int64)
  /// The count was set to a number.
  case set(Int64)
  /// The count was set to 0, and the counter kept its history.
  case reset
  /// So many changes came in with one import, 1 or more.
  case imported(changes: Int64)
}
