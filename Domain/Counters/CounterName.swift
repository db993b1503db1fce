/// What a counter is called: 1 to 64 Unicode scalars in normalisation form C, no control characters,
/// no white space at the ends.
///
/// Shown as it was made; two names that differ in case alone are the same.
public struct CounterName: Hashable, Sendable {
  /// Why a text is no counter's name.
  public enum Fault: Equatable, Sendable {
    /// It has no characters.
    case empty
    /// It has more than 64 Unicode scalars.
    case tooLong
    /// It has a control character.
    case controlCharacter
    /// It begins or ends with white space.
    case whiteSpaceAtEnds
    /// It has a slash, which only names have that are older than sharing.
    case slash
  }

  /// The most Unicode scalars a name has.
  public static let maximumLength = 64

  /// The name as it was made.
  public let text: String
  /// What is unique within an account: the name without its case.
  public let key: String

  /// The name that `text` is once it is normalised.
  ///
  /// - Throws: `Refusal.counterName` with the rule that it breaks.
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

  /// The name of a counter that is made or renamed: it has no slash, because `ada/coffee` is Ada's coffee.
  ///
  /// - Throws: `Refusal.counterName` with the rule that it breaks.
  public init(new text: String, in form: any TextNormalizer) throws(Refusal) {
    try self.init(text, in: form)
    guard !self.text.contains(CounterReference.separator) else { throw .counterName(.slash) }
  }

  /// The name that a store has kept, taken as it is.
  public init(text: String, key: String) {
    self.text = text
    self.key = key
  }

  /// No scalar of form C is longer than this, in bytes, in any other form: what is longer than 64 of
  /// them is too long however it is written, and is not worth the work of normalising it.
  private static let longestScalarBeforeNormalization = 12
}
