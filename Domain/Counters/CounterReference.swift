/// A counter as typed: one's own by its name, somebody else's as `ada/coffee`.
public struct CounterReference: Hashable, Sendable {
  /// A counter of another account.
  public struct Shared: Hashable, Sendable {
    /// The owner.
    public let owner: Username
    /// The counter's name.
    public let name: CounterName
  }

  /// The typed text.
  public let text: String
  /// One's own counter with that name, which takes precedence; `nil` if the text is not a valid
  /// name.
  public let own: CounterName?
  /// The counter of the account before the first slash.
  public let shared: Shared?

  /// Parses a typed text.
  ///
  /// - Throws: `Refusal.counterName` when no counter can have that name.
  public init(_ text: String, in normalizer: any TextNormalizer) throws(Refusal) {
    self.text = text
    let parts = text.unicodeScalars.split(
      separator: Self.separator, maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, let owner = try? Username(String(parts[0])),
      let name = try? CounterName(String(parts[1]), in: normalizer)
    {
      shared = Shared(owner: owner, name: name)
      own = try? CounterName(text, in: normalizer)
    } else {
      shared = nil
      own = try CounterName(text, in: normalizer)
    }
  }

  /// Refers to one of the account's own counters.
  public init(own name: CounterName) {
    text = name.text
    own = name
    shared = nil
  }

  /// Whether the text has a slash. A combining mark after it makes both one character, so scalars
  /// are compared.
  public static func hasSeparator(_ text: String) -> Bool {
    text.unicodeScalars.contains(separator)
  }

  /// The maximum length of a typed text in Unicode scalars, in any form; a longer one is not
  /// repeated in an error.
  static let longestTyped = Username.maximumLength + 1 + 4 * CounterName.maximumLength

  /// Separates the owner from the name.
  private static let separator: Unicode.Scalar = "/"
}
