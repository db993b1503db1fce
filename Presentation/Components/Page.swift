/// What text is laid out for.
public struct Page: Sendable {
  /// How many columns there are, 1 or more.
  public let columns: Int
  /// Whether block characters can be shown.
  public let hasBlocks: Bool
  /// How many columns a character takes: 0, 1 or 2.
  public let width: @Sendable (Unicode.Scalar) -> Int

  /// A page of these measures.
  public init(
    columns: Int, hasBlocks: Bool, width: @escaping @Sendable (Unicode.Scalar) -> Int
  ) {
    self.columns = columns
    self.hasBlocks = hasBlocks
    self.width = width
  }

  /// How many columns a text takes.
  public func width(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + max(0, width($1)) }
  }
}
