extension Table {
  /// The rows whose first cell has the text in it, whatever the case; all of them for an empty text.
  public func rows(naming text: String) -> [[String]] {
    guard !text.isEmpty else { return rows }
    let wanted = text.foldedForSearch
    return rows.filter { $0.first?.foldedForSearch.contains(wanted) ?? false }
  }
}

extension String {
  /// The text as it is compared in a search. By way of upper case `ß` is found as `SS`, and a final sigma as any other.
  fileprivate var foldedForSearch: String { uppercased().lowercased() }
}
