import Domain

/// What keeps a whole store well, whoever's accounts are in it: what is SQLite's own about the store, whose files
/// App knows. Composition fills it with the store.
protocol StoreMaintenance: Sendable {
  /// Writes a copy of the store, as it is at one moment, in the place of what is at `path`: whole, or not
  /// at all.
  ///
  /// - Throws: `Refusal.outputFailed`, and the store's refusals.
  func backUp(to path: String) async throws(Refusal)

  /// Hands out a copy of the store, as it is at one moment, from its first byte to its last.
  ///
  /// - Throws: `Refusal.outputFailed`, what `write` throws, which ends it, and the store's refusals.
  func backUp(
    through write: @Sendable (_ bytes: [UInt8]) throws(Refusal) -> Void
  ) async throws(Refusal)

  /// Looks at everything, and at every entry of every history.
  ///
  /// - Returns: what is wrong, or nothing.
  func faults() async throws(Refusal) -> [StoreFault]
}
