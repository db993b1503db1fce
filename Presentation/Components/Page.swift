/// What text is laid out for.
public struct Page: Sendable {
  /// More columns than any terminal has; a wider page would only fill the memory.
  public static let mostColumns = 1_000

  /// How many columns there are, 1 to `mostColumns`.
  public let columns: Int
  /// Whether block characters can be shown.
  public let hasBlocks: Bool
  /// Whether a person reads it at a terminal, where a long name may be shortened.
  public let isTerminal: Bool
  /// How many columns a character takes: 0, 1 or 2.
  public let width: @Sendable (Unicode.Scalar) -> Int

  /// A page of these measures, held to what a page can have.
  public init(
    columns: Int, hasBlocks: Bool, isTerminal: Bool = false,
    width: @escaping @Sendable (Unicode.Scalar) -> Int
  ) {
    self.columns = min(max(columns, 1), Self.mostColumns)
    self.hasBlocks = hasBlocks
    self.isTerminal = isTerminal
    self.width = width
  }

  /// How many columns a text takes.
  public func width(of text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + max(0, width($1)) }
  }

  /// The text, or its beginning and `…` where it takes more columns than that.
  func shortened(_ text: String, to columns: Int) -> String {
    guard width(of: text) > columns else { return text }
    var room = columns - width(of: "…")
    let beginning = text.prefix {
      room -= width(of: String($0))
      return room >= 0
    }
    return beginning + "…"
  }
}
