import Domain

extension [Counter] {
  /// The counters whose names have the text in them, ignoring case; all of them for an empty text.
  public func naming(_ text: String) -> [Counter] {
    guard !text.isEmpty else { return self }
    let wanted = text.foldedForSearch
    return filter { $0.name.text.foldedForSearch.contains(wanted) }
  }
}

extension String {
  /// The text as it is compared in a search. By way of upper case `ß` is found as `SS`, and a final sigma as any other.
  fileprivate var foldedForSearch: String { uppercased().lowercased() }
}
