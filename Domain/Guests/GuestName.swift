/// The name of a guest: 1 to 32 Unicode scalars in normalisation form C, no control characters.
///
/// White space at the ends is dropped, because keyboards of phones add it, and so are the mark that
/// follows the name everywhere, `Door 2 (guest)`, and what nobody sees. Other white space is a blank.
public struct GuestName: Hashable, Sendable {
  /// Why a name is invalid.
  public enum Fault: Equatable, Sendable {
    /// It is empty, or shows nothing.
    case empty
    /// It has more than 32 Unicode scalars.
    case tooLong
    /// It has a control character.
    case controlCharacter
  }

  /// The maximum length in Unicode scalars.
  public static let maximumLength = 32
  /// What follows a guest's name, which no username can contain.
  public static let mark = " (guest)"

  /// The name as entered.
  public let text: String
  /// The unique form within a counter: the name without case.
  public let key: String

  /// Normalises and checks a name.
  ///
  /// - Throws: `Refusal.guestName` with the broken rule.
  public init(_ typed: String, in form: any TextNormalizer) throws(Refusal) {
    guard typed.utf8.count <= Self.longestTyped else { throw .guestName(.tooLong) }
    let typed = Self.trimmed(form.normalized(typed).unicodeScalars[...])
    guard typed.allSatisfy({ !$0.isControl }) else { throw .guestName(.controlCharacter) }
    // What looks the same is the same name.
    let words = typed.split { $0.properties.isWhitespace }.map {
      String($0).escapingInvisible { $0.properties.isDefaultIgnorableCodePoint ? "" : String($0) }
    }
    let shown = words.filter { !$0.isEmpty }.joined(separator: " ")
    var scalars = Self.trimmed(shown.unicodeScalars[...])
    while Self.isMarked(Username.key(of: String(scalars))) {
      scalars = Self.trimmed(scalars.dropLast(Self.mark.unicodeScalars.count))
    }
    guard scalars.contains(where: { !isHidden($0) }) else { throw .guestName(.empty) }
    guard scalars.count <= Self.maximumLength else { throw .guestName(.tooLong) }
    // What was dropped may have kept a letter from its mark.
    text = form.normalized(String(scalars))
    key = form.key(of: text)
  }

  /// Whether a text ends with the mark. The mark's space may be one character with the scalar before.
  public static func isMarked(_ text: String) -> Bool {
    text.utf8.suffix(mark.utf8.count).elementsEqual(mark.utf8)
  }

  /// More bytes than any valid name and its mark can have in any form.
  private static let longestTyped = 1_000

  private static func trimmed(_ scalars: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView
  {
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return scalars.prefix(0) }
    return scalars[first...last]
  }
}
