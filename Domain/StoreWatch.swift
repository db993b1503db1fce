/// Notices what others write to the store: another process, or another connection of this one.
public protocol StoreWatch: Sendable {
  /// A tick within half a second after each change of others that is not yet in what is read after this
  /// call; several changes may be one tick. It is looked for as long as somebody waits.
  ///
  /// `tickingAtOnce` is for what was read before: a first tick then comes for what changed since.
  func changesElsewhere(tickingAtOnce: Bool) -> AsyncStream<Void>
}
