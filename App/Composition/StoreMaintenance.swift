import Domain

/// Maintenance of the whole store, with the database's own functions.
package protocol StoreMaintenance: Sendable {
  /// Writes a copy of the store, as of one moment, to `path`. It replaces an existing file
  /// completely or not at all.
  ///
  /// - Throws: `Refusal.output(.failed)`, and the store's refusals.
  func backUp(to path: String) async throws(Refusal)

  /// Passes a copy of the store, as of one moment, to `write`, chunk by chunk.
  ///
  /// - Throws: `Refusal.output(.failed)`, the errors of `write`, and the store's refusals.
  func backUp(
    through write: @Sendable (_ bytes: [UInt8]) throws(Refusal) -> Void
  ) async throws(Refusal)

  /// Checks the whole store, including every entry of every history.
  ///
  /// - Returns: the problems found.
  func faults() async throws(Refusal) -> [StoreFault]

  /// What the settings of the store's server promise; `nil` for a file.
  func durability() async throws(Refusal) -> Durability?

  /// Checks that a change could be saved now, without making one.
  ///
  /// - Throws: what saving a change would throw.
  func checkWriting() async throws(Refusal)
}
