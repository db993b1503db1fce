/// An entry of a counter's history. Entries are only ever appended.
public struct Change: Equatable, Sendable, Identifiable {
  /// What happened to the count.
  public enum Event: Equatable, Sendable {
    /// A new edit was made.
    case made(Edit)
    /// The edit of that change was undone.
    case undid(Edit, of: Change.ID)
    /// The edit of that change was redone.
    case redid(Edit, of: Change.ID)
    /// The addition of that amount at that time, by the change with that number and identifier, was
    /// reverted.
    case reverted(Int64, number: Int64, at: Timestamp, of: Change.ID)
  }

  /// The author of a change.
  public enum Author: Equatable, Sendable {
    /// A user of this store.
    case account(Username)
    /// A user whose account was deleted.
    case former
    /// An author named in an import, which need not be a user of this store.
    case imported(String)

    /// The author as text, for histories and files.
    public var text: String {
      switch self {
      case .account(let username): username.text
      case .former: Self.formerText
      case .imported(let text): text
      }
    }

    /// The text for a deleted account. It contains spaces, so it is different from all usernames.
    public static let formerText = "a former member"
  }

  /// The identifier of a change, unique in the counters of one owner, also used in exports.
  public struct ID: Hashable, Sendable {
    /// A lower-case UUID, or a text given by the user.
    public let text: String
    /// Tells changes with the same text apart, from 1: several people may give the same text.
    public let number: Int64

    /// The maximum length in Unicode scalars.
    public static let maximumLength = 64

    /// Separates the text, which cannot contain a tab, from the number.
    private static let separator = "\t#"

    /// Creates an identifier from a stored text, without checking it.
    public init(_ text: String, number: Int64 = 1) {
      self.text = text
      self.number = number
    }

    /// The identifier in a file: the text, with the number if it is not 1.
    public var textInFile: String { number == 1 ? text : "\(text)\(Self.separator)\(number)" }

    /// Reads an identifier in a file.
    ///
    /// - Throws: `Refusal.badIdentifier`.
    public init(inFile written: String) throws(Refusal) {
      guard let end = written.firstRange(of: Self.separator) else {
        try self.init(checking: written)
        return
      }
      guard let number = Int64(written[end.upperBound...]), number > 1 else {
        throw .badIdentifier
      }
      self.init(try Self(checking: String(written[..<end.lowerBound])).text, number: number)
    }

    /// Whether it is a UUID that Tally makes from a random number (version 7) or from a row without
    /// one (version 8), so that no two changes have it by chance.
    public var isMade: Bool {
      let bytes = Array(text.utf8)
      guard bytes.count == 36 else { return false }
      return bytes.indices.allSatisfy { index in
        switch index {
        case 8, 13, 18, 23: bytes[index] == UInt8(ascii: "-")
        case 14: bytes[index] == UInt8(ascii: "7") || bytes[index] == UInt8(ascii: "8")
        default:
          UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[index]
            || UInt8(ascii: "a")...UInt8(ascii: "f") ~= bytes[index]
        }
      }
    }

    /// Checks a given identifier: 1 to 64 Unicode scalars, no control characters.
    ///
    /// - Throws: `Refusal.badIdentifier`.
    public init(checking text: String) throws(Refusal) {
      let scalars = text.unicodeScalars
      guard !scalars.isEmpty, scalars.count <= Self.maximumLength,
        scalars.allSatisfy({ !$0.isControl })
      else { throw .badIdentifier }
      self.init(text)
    }
  }

  /// The number of the entry in its counter, from 1 in the order of entry.
  public let number: Int64
  /// The identifier.
  public let id: ID
  /// When it happened.
  public let time: Timestamp
  /// What happened.
  public let event: Event
  /// The amount by which the count moved.
  public let amount: Int64
  /// The count after it.
  public let count: Int64
  /// The author.
  public let author: Author
  /// What the author wrote beside it.
  public let note: Note?

  /// Creates a change from the store's values.
  public init(
    number: Int64, id: ID, time: Timestamp, event: Event, amount: Int64, count: Int64,
    author: Author, note: Note? = nil
  ) {
    self.number = number
    self.id = id
    self.time = time
    self.event = event
    self.amount = amount
    self.count = count
    self.author = author
    self.note = note
  }
}

extension Change.Event {
  /// Whether this command can have caused the event. If not, its identifier belongs to a different
  /// change.
  public func isOutcome(of command: CountCommand) -> Bool {
    switch (self, command) {
    case (.made(.add(let amount)), .add(let other)): amount == other
    case (.made(.set(let value)), .set(let other)): value == other
    case (.reverted(_, let number, _, _), .revert(let other)): number == other
    case (.made(.reset), .reset), (.undid, .undo), (.redid, .redo): true
    default: false
    }
  }
}

/// A change that can be undone and redone as a unit.
public enum Edit: Equatable, Sendable {
  /// Added the amount, or subtracted a negative one. 0 occurs only in an import.
  case add(Int64)
  /// Set the count to a number.
  case set(Int64)
  /// Set the count to 0 and kept the history.
  case reset
  /// Imported this many changes, 1 or more.
  case imported(changes: Int64)
  /// Took back an earlier addition of that amount.
  case revert(of: Int64)
}
