/// Decides which changes with the same text as identifier an account has already.
///
/// The time, the amount and the author tell different changes apart. An author's name is lost when
/// the account is deleted, so that a former author may be anybody. The counter only decides which of
/// several changes is the same.
public struct ChangeMatch {
  /// A change of a file or of the account.
  public struct Candidate: Equatable, Sendable {
    /// The identifier.
    public let id: Change.ID
    /// The time.
    public let time: Timestamp
    /// The amount.
    public let amount: Int64
    /// The key of the author.
    public let author: String
    /// The account's counter; a number below 0 for one that only the file has.
    public let counter: Int64

    /// Creates a candidate; `author` is a key of `authorKey(of:for:)`.
    public init(
      id: Change.ID, time: Timestamp, amount: Int64, author: String, counter: Int64
    ) {
      self.id = id
      self.time = time
      self.amount = amount
      self.author = author
      self.counter = counter
    }

    fileprivate func hasContent(of other: Candidate) -> Bool {
      time == other.time && amount == other.amount
    }

    fileprivate func isBySameKnown(authorOf other: Candidate) -> Bool {
      author == other.author && author != ChangeMatch.formerKey
    }

    fileprivate func mayBeBy(authorOf other: Candidate) -> Bool {
      author == other.author || [author, other.author].contains(ChangeMatch.formerKey)
    }
  }

  /// The outcome for a change of the file.
  public enum Outcome: Equatable, Sendable {
    /// The account has it, under this number.
    case known(number: Int64)
    /// The earlier row of the file at this place among `rows` is the same change.
    case repeated(of: Int)
    /// It is new, and gets this number.
    case new(number: Int64)
    /// The account, or an earlier row of the file, has another change by the same author under this
    /// identifier.
    case contradicting
  }

  /// The key of a deleted account.
  public static var formerKey: String { Change.Author.formerText }

  /// An author's name for comparison; empty for the importer.
  public static func authorKey(of name: String?, for importer: Username) -> String {
    guard let name else { return "" }
    let key = Username.key(of: name)
    return key == importer.key ? "" : key
  }

  private let rows: [Candidate]
  private let stored: [Candidate]
  private var outcomes: [Outcome?]
  /// The stored changes that no row has been matched with.
  private var rest: [Int]

  /// The outcomes for rows in the order of their file, whose identifiers have the same text as those
  /// of `stored`, the account's changes.
  public static func outcomes(for rows: [Candidate], among stored: [Candidate]) -> [Outcome] {
    var match = ChangeMatch(rows: rows, stored: stored)
    match.dropRepeats()
    match.findKnown()
    return match.numbered()
  }

  private init(rows: [Candidate], stored: [Candidate]) {
    self.rows = rows
    self.stored = stored
    outcomes = Array(repeating: nil, count: rows.count)
    rest = Array(stored.indices)
  }

  private mutating func dropRepeats() {
    var kept: [Int] = []
    for (index, row) in rows.enumerated() {
      let first = kept.first {
        rows[$0].id == row.id && rows[$0].mayBeBy(authorOf: row)
          && (rows[$0].hasContent(of: row) || row.id.isMade
            || rows[$0].isBySameKnown(authorOf: row))
      }
      if let first {
        // Two counters or contents under a given identifier do not say whether it is one change.
        let isRepeated = rows[first].counter == row.counter && rows[first].hasContent(of: row)
        outcomes[index] = row.id.isMade || isRepeated ? .repeated(of: first) : .contradicting
      } else {
        kept.append(index)
      }
    }
  }

  private mutating func findKnown() {
    let nearness: [(Candidate, Candidate) -> Bool] = [
      { $0.counter == $1.counter && $0.id == $1.id }, { $0.counter == $1.counter },
      { $0.id == $1.id }, { _, _ in true },
    ]
    for (place, isNear) in nearness.enumerated() {
      match { $0.hasContent(of: $1) && $0.isBySameKnown(authorOf: $1) && isNear($0, $1) }
      // A former author's own change is nearer than another's of a known author elsewhere.
      if place == 1 {
        match { $0.hasContent(of: $1) && $0.mayBeBy(authorOf: $1) && nearness[0]($0, $1) }
      }
    }
    for isNear in nearness {
      match { $0.hasContent(of: $1) && $0.author == $1.author && isNear($0, $1) }
      match { $0.hasContent(of: $1) && $0.mayBeBy(authorOf: $1) && isNear($0, $1) }
    }
    // A spreadsheet may have cut off parts of a time.
    match { $0.id.isMade && $0.mayBeBy(authorOf: $1) }
  }

  private mutating func match(_ isSame: (Candidate, Candidate) -> Bool) {
    for index in rows.indices where outcomes[index] == nil {
      guard let place = rest.firstIndex(where: { isSame(rows[index], stored[$0]) }) else {
        continue
      }
      outcomes[index] = .known(number: stored[rest.remove(at: place)].id.number)
    }
  }

  /// The outcomes, after giving the new changes numbers that are free, their own where possible.
  private func numbered() -> [Outcome] {
    var outcomes = outcomes
    var taken = Set(stored.map(\.id.number))
    for index in rows.indices.sorted(by: { rows[$0].id.number < rows[$1].id.number })
    where outcomes[index] == nil {
      let row = rows[index]
      // Two former authors are two people, but a known one has each identifier once.
      let isByKnown = row.author != Self.formerKey
      guard !isByKnown || !rest.contains(where: { stored[$0].author == row.author }) else {
        outcomes[index] = .contradicting
        continue
      }
      let number = taken.contains(row.id.number) ? (taken.max() ?? 0) + 1 : row.id.number
      taken.insert(number)
      outcomes[index] = .new(number: number)
    }
    return outcomes.compactMap(\.self)
  }
}
