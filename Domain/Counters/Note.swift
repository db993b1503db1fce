/// What its author wrote beside a change: 1 to 200 Unicode scalars, no control characters, no white
/// space at the ends.
public struct Note: Equatable, Sendable {
  /// Why a text is no note.
  public enum Fault: Equatable, Sendable {
    /// It has more than 200 Unicode scalars.
    case tooLong
    /// It has a control character.
    case controlCharacter
    /// It goes with an addition of 0, which is no change.
    case noChange
  }

  /// The maximum length in Unicode scalars.
  public static let maximumLength = 200

  /// The note as written.
  public let text: String

  /// Checks a note, without the white space at its ends; `nil` if there is nothing else.
  ///
  /// - Throws: `Refusal.note` with the broken rule.
  public init?(_ text: String) throws(Refusal) {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return nil }
    let written = scalars[first...last]
    guard written.allSatisfy({ !$0.isControl }) else { throw .note(.controlCharacter) }
    guard written.count <= Self.maximumLength else { throw .note(.tooLong) }
    self.text = String(written)
  }

  /// Creates a note from a stored text, without checking it.
  public init(stored text: String) {
    self.text = text
  }
}
