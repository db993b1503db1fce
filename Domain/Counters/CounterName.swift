/// The name of a counter: 1 to 64 Unicode scalars in normalisation form C, no control characters,
/// no white space at the ends.
///
/// It is displayed as entered; two names that differ only in case are equal.
public struct CounterName: Hashable, Sendable {
  /// Why a name is invalid.
  public enum Fault: Equatable, Sendable {
    /// It is empty.
    case empty
    /// It has more than 64 Unicode scalars.
    case tooLong
    /// It has a control character.
    case controlCharacter
    /// It begins or ends with white space.
    case whiteSpaceAtEnds
    /// It has a slash, which only names from before sharing may have.
    case slash
  }

  /// The maximum length in Unicode scalars.
  public static let maximumLength = 64

  /// The name as entered.
  public let text: String
  /// The unique form within an account: the name without case.
  public let key: String

  /// Normalises and checks a name.
  ///
  /// - Throws: `Refusal.counterName` with the broken rule.
  public init(_ text: String, in form: any TextNormalizer) throws(Refusal) {
    guard text.utf8.count <= Self.maximumLength * Self.longestScalarBeforeNormalization else {
      throw .counterName(.tooLong)
    }
    let text = form.normalized(text)
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last else { throw .counterName(.empty) }
    guard scalars.allSatisfy({ !$0.isControl }) else {
      throw .counterName(.controlCharacter)
    }
    guard !first.properties.isWhitespace, !last.properties.isWhitespace else {
      throw .counterName(.whiteSpaceAtEnds)
    }
    guard scalars.count <= Self.maximumLength else { throw .counterName(.tooLong) }
    self.init(text: text, key: form.key(of: text))
  }

  /// Checks the name of a new or renamed counter. It must not have a slash, because `ada/coffee` is
  /// ada's coffee.
  ///
  /// - Throws: `Refusal.counterName` with the broken rule.
  public init(new text: String, in form: any TextNormalizer) throws(Refusal) {
    try self.init(text, in: form)
    guard !CounterReference.hasSeparator(self.text) else { throw .counterName(.slash) }
  }

  /// Creates a name from stored texts, without checking it.
  public init(text: String, key: String) {
    self.text = text
    self.key = key
  }

  /// The most bytes that one scalar of form C can have in another form. A text longer than 64 times
  /// this is too long in any form, and is not normalised.
  private static let longestScalarBeforeNormalization = 12
}
