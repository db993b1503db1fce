/// What text is laid out for.
public struct Page: Sendable {
  /// More columns than any terminal has; a wider page would only fill the memory.
  public static let mostColumns = 1_000

  /// How many columns there are, 1 to `mostColumns`.
  public let columns: Int
  /// Whether block characters can be shown.
  public let hasBlocks: Bool
  /// How many columns a character takes: 0, 1 or 2.
  public let width: @Sendable (Unicode.Scalar) -> Int

  /// A page of these measures, held to what a page can have.
  public init(
    columns: Int, hasBlocks: Bool, width: @escaping @Sendable (Unicode.Scalar) -> Int
  ) {
    self.columns = min(max(columns, 1), Self.mostColumns)
    self.hasBlocks = hasBlocks
    self.width = width
  }

  /// How many columns a text takes.
  public func width(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + max(0, width($1)) }
  }
}
