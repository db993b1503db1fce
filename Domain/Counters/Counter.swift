/// Something that an account counts.
public struct Counter: Equatable, Sendable, Identifiable {
  /// What the store knows the counter by; never used again after the counter is deleted.
  public let id: Int64
  /// What it is called.
  public let name: CounterName
  /// How many there are now.
  public var count: Int64
  /// When its count was last changed, or `nil` when it never was.
  public var changedAt: Timestamp?

  /// A counter as the store has it.
  public init(id: Int64, name: CounterName, count: Int64, changedAt: Timestamp?) {
    self.id = id
    self.name = name
    self.count = count
    self.changedAt = changedAt
  }
}
