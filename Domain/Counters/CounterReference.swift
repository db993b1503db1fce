/// A counter as somebody types it: one's own by its name, somebody else's as `ada/coffee`.
public struct CounterReference: Hashable, Sendable {
  /// A counter of another account.
  public struct Shared: Hashable, Sendable {
    /// Whose it is.
    public let owner: Username
    /// What it is called.
    public let name: CounterName
  }

  /// What was typed.
  public let text: String
  /// One's own counter of that name, which is looked for first; `nil` when no counter can have it.
  public let own: CounterName?
  /// The counter of the account before the first slash.
  public let shared: Shared?

  /// What `text` refers to.
  ///
  /// - Throws: `Refusal.counterName` when no counter can be called that.
  public init(_ text: String, in normalizer: any TextNormalizer) throws(Refusal) {
    self.text = text
    let parts = text.split(
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

  /// An account's own counter of that name.
  public init(own name: CounterName) {
    text = name.text
    own = name
    shared = nil
  }

  /// What stands between the owner and the name.
  static let separator: Character = "/"
}
