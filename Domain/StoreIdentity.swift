/// A store's random id, which tells it from any other store. A copy of a store keeps it.
public struct StoreID: Hashable, Sendable {
  /// The id as text: a UUID.
  public let text: String

  /// Creates an id from its text.
  public init(_ text: String) {
    self.text = text
  }
}

/// Tells which store this is. Counters and accounts of different stores may have the same numbers.
public protocol StoreIdentity: Sendable {
  /// The store's id, which never changes.
  func storeID() async throws(Refusal) -> StoreID
}
