/// Something that one account counts, perhaps together with others.
public struct Counter: Equatable, Sendable, Identifiable {
  /// What the store knows the counter by; never used again after the counter is deleted.
  public let id: Int64
  /// What it is called.
  public let name: CounterName
  /// Whose it is.
  public let owner: Username
  /// What the owner lets the account do that read the counter; `nil` when it is the owner.
  public let permission: Role.Permission?
  /// How many there are now.
  public var count: Int64
  /// When its count was last changed, or `nil` when it never was.
  public var changedAt: Timestamp?
  /// A number to reach or not to exceed, 1 or more; `nil` when there is none. It refuses nothing.
  public var target: Int64?

  /// A counter as the store has it.
  public init(
    id: Int64, name: CounterName, owner: Username, permission: Role.Permission? = nil,
    count: Int64, changedAt: Timestamp?, target: Int64? = nil
  ) {
    self.id = id
    self.name = name
    self.owner = owner
    self.permission = permission
    self.count = count
    self.changedAt = changedAt
    self.target = target
  }

  /// What the account that read the counter is to it.
  public var role: Role {
    permission.map { .member($0, ofCounterOf: owner) } ?? .owner
  }

  /// What that account types for it: `coffee`, or `ada/coffee` when it is somebody else's.
  public var typedName: String {
    permission == nil ? name.text : "\(owner.text)/\(name.text)"
  }
}

/// A counter with what was added to it in a period of time.
public struct CounterSummary: Equatable, Sendable {
  /// The counter.
  public var counter: Counter
  /// What was added in the period, without what was undone, set or reset; `nil` when the sum leaves 64 bits.
  public var change: Int64?

  /// A summary of these parts.
  public init(counter: Counter, change: Int64?) {
    self.counter = counter
    self.change = change
  }
}
