/// Notices what is written to the store: by another process, and where many use this one, by them too.
public protocol StoreWatch: Sendable {
  /// A tick within half a second after each such change that is not yet in what is read after this
  /// call; several changes may be one tick. It is looked for as long as somebody waits.
  ///
  /// `tickingAtOnce` is for what was read before: a first tick then comes for what changed since.
  func changesElsewhere(tickingAtOnce: Bool) -> AsyncStream<Void>
}
