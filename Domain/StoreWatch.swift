/// Notices what others write to the store: another process, or another connection of this one.
public protocol StoreWatch: Sendable {
  /// A tick at once, for what changed while nobody looked, and one within half a second after each change
  /// that others made since; several changes may be one tick. It is looked for as long as somebody waits.
  func changesElsewhere() -> AsyncStream<Void>
}
