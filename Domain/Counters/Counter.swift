/// A counter of one account, which may be shared with others.
public struct Counter: Equatable, Sendable, Identifiable {
  /// The counter's id in the store; never reused.
  public let id: Int64
  /// The counter's name.
  public let name: CounterName
  /// The owner.
  public let owner: Username
  /// The permission of the account that read the counter; `nil` for the owner.
  public let permission: Role.Permission?
  /// The present count.
  public var count: Int64
  /// When the count was last changed, or `nil` if never.
  public var changedAt: Timestamp?
  /// What is to be reached or not to be exceeded, if anything.
  public var target: Target?
  /// What was added in the target's present period, at most as much as 64 bits hold; 0 without a
  /// period.
  public var added: Int64
  /// The number of its newest change; 0 before the first. It grows with each change.
  public var version: Int64

  /// Creates a counter from the store's values.
  public init(
    id: Int64, name: CounterName, owner: Username, permission: Role.Permission? = nil,
    count: Int64, changedAt: Timestamp?, target: Target? = nil, added: Int64 = 0,
    version: Int64 = 0
  ) {
    self.id = id
    self.name = name
    self.owner = owner
    self.permission = permission
    self.count = count
    self.changedAt = changedAt
    self.target = target
    self.added = added
    self.version = version
  }

  /// What the target is held against.
  public var reached: Int64 { target?.period == nil ? count : added }

  /// Takes over what a change led to.
  public mutating func take(_ outcome: BatchResult.Outcome) {
    count = outcome.count
    added = outcome.added ?? added
  }

  /// Whether it is the account's own, and has neither a change nor a target.
  var isUnused: Bool { permission == nil && version == 0 && target == nil }

  /// The role of the account that read the counter.
  public var role: Role {
    permission.map { .member($0, ofCounterOf: owner) } ?? .owner
  }

  /// The name as that account types it: `coffee`, or `ada/coffee` for somebody else's.
  public var typedName: String {
    permission == nil ? name.text : "\(owner.text)/\(name.text)"
  }
}

/// Where an account keeps a counter.
public enum Shelf: Sendable {
  /// In its lists.
  case listed
  /// Only under its name.
  case archived
}

/// A counter with what was added to it in a period of time.
public struct CounterSummary: Equatable, Sendable, Identifiable {
  /// The counter.
  public var counter: Counter
  /// The sum of the additions in the period, without undone changes, sets and resets; `nil` if it
  /// is out of range.
  public var change: Int64?

  /// Creates a summary from its parts.
  public init(counter: Counter, change: Int64?) {
    self.counter = counter
    self.change = change
  }

  /// The counter's id.
  public var id: Counter.ID { counter.id }
}
