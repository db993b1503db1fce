/// What is wrong with a store. Names are as they stand there, and may break the rules of names.
public enum StoreFault: Equatable, Sendable {
  /// The database says of itself that it is damaged.
  case damaged(String)
  /// A row of that table belongs to something that is not there, or that is another's.
  case orphan(table: String)
  /// A setting on which durability rests is another one.
  case setting(String)
  /// A name in that table is not found as it is written.
  case name(String, table: String)
  /// A counter's history does not add up to its count.
  case history(counter: String, owner: String)
  /// What can be undone and redone, or has been, is not what a counter's history says.
  case undoing(counter: String, owner: String)
}

/// What keeps a whole store well, whoever's accounts are in it. All throw the store's refusals.
public protocol Upkeep: Sendable {
  /// Writes a copy of the store, as it is at one moment, in the place of what is at `path`: whole, or not
  /// at all.
  ///
  /// - Throws: `Refusal.outputFailed`.
  func backUp(to path: String) async throws(Refusal)

  /// Hands out a copy of the store, as it is at one moment, from its first byte to its last.
  ///
  /// - Throws: `Refusal.outputFailed`, and what `write` throws, which ends it.
  func backUp(
    through write: @Sendable (_ bytes: [UInt8]) throws(Refusal) -> Void
  ) async throws(Refusal)

  /// Looks at everything, and at every entry of every history.
  ///
  /// - Returns: what is wrong, or nothing.
  func faults() async throws(Refusal) -> [StoreFault]
}
