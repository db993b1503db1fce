import Domain

/// Texts about counters.
public enum CounterWords {
  /// A counter was created.
  public static func created(_ counter: Counter) -> String { "Created \(counter.name.text)" }
  /// A counter was opened.
  public static func opened(_ counter: Counter) -> String { "Opened \(counter.typedName)" }
  /// A counter was renamed.
  public static func renamed(_ counter: Counter, to new: Counter) -> String {
    "Renamed \(counter.name.text) to \(new.name.text)"
  }
  /// How many there are, and of how many.
  public static func count(_ counter: Counter) -> String {
    let target = Self.target(of: counter).map { " \($0)" } ?? ""
    return "Current count is \(counter.count)\(target)"
  }
  /// What a count is of: `of 120`, or `of 120, 3 over`; `nil` when the counter has no target.
  public static func target(of counter: Counter) -> String? {
    counter.target.map { target in
      // A target is 1 or more, so the difference of a greater count has 64 bits.
      counter.count > target ? "of \(target), \(counter.count - target) over" : "of \(target)"
    }
  }
  /// One change led from below the target to it or beyond.
  public static let targetReached = "Target reached"
  /// A counter's target is another one, or none.
  public static func targetSet(_ counter: Counter) -> String {
    counter.target.map { "\(counter.typedName) has the target \($0)" }
      ?? "\(counter.typedName) has no target"
  }
  /// What was added on the day that it is.
  public static func today(_ sum: Int64?) -> String {
    guard let sum else { return "today out of range" }
    return sum > 0 ? "+\(sum) today" : "\(sum) today"
  }
  /// What was added in a period.
  public static func sum(_ sum: Int64?) -> String {
    guard let sum else { return "out of range" }
    return sum > 0 ? "+\(sum)" : "\(sum)"
  }
  /// What was added in all.
  public static func inAll(_ sum: Int64?) -> String {
    guard let sum else { return "in all out of range" }
    return sum > 0 ? "+\(sum) in all" : "\(sum) in all"
  }
  /// There is no such counter any more.
  public static func deleted(_ counter: Counter) -> String { "Deleted \(counter.name.text)" }
  /// How many lose the counter with its owner; `nil` when nobody does.
  public static func losing(members: Int) -> String? {
    switch members {
    case 0: nil
    case 1: "1 member loses it too"
    default: "\(members) members lose it too"
    }
  }
}

/// What is said of those with whom a counter is shared.
public enum MemberWords {
  /// Somebody may count or view the counter now.
  public static func shared(_ counter: Counter, with username: Username) -> String {
    "Shared \(counter.typedName) with \(username.text)"
  }
  /// Somebody may do nothing with the counter any more.
  public static func unshared(_ counter: Counter, with username: Username) -> String {
    "\(username.text) can no longer see \(counter.typedName)"
  }
  /// The person gave up somebody else's counter.
  public static func left(_ counter: Counter) -> String { "Left \(counter.typedName)" }
  /// What everybody should know who shares a counter.
  public static let visibility = "Members see each other's names"
  /// What somebody is to a counter; `nil` is its owner.
  public static func role(_ permission: Role.Permission?) -> String {
    permission?.rawValue ?? "owner"
  }
  /// What is asked before a member's access is taken away.
  public static let unshareQuestion = "Take the counter away from this member?"
  /// What is asked before somebody else's counter is given up.
  public static let leaveQuestion = "Leave this counter?"
}

extension BatchResult.Outcome {
  /// What is worth saying beside the new count: `Undid +5`, `Target reached`.
  public var notice: String? {
    let notices = [event.notice, reachesTarget ? CounterWords.targetReached : nil]
    return notices.contains { $0 != nil } ? notices.compactMap(\.self).joined(separator: ". ") : nil
  }
}

extension Edit {
  /// The edit as typed: `+5`, `-2`, `set 40`, `reset`, `import of 312 changes`.
  public var words: String {
    switch self {
    case .add(let amount): amount < 0 ? "\(amount)" : "+\(amount)"
    case .set(let value): "set \(value)"
    case .reset: "reset"
    case .imported(1): "import of 1 change"
    case .imported(let changes): "import of \(changes) changes"
    }
  }
}

extension Change.Event {
  /// The event as a history entry: `+5`, `undo +5`, `redo +5`.
  public var words: String {
    switch self {
    case .made(let edit): edit.words
    case .undid(let edit, _): "undo \(edit.words)"
    case .redid(let edit, _): "redo \(edit.words)"
    }
  }

  /// The notice beside the new count: `Undid +5`, `Redid +5`.
  public var notice: String? {
    switch self {
    case .made: nil
    case .undid(let edit, _): "Undid \(edit.words)"
    case .redid(let edit, _): "Redid \(edit.words)"
    }
  }
}

/// Texts about written files.
public enum TransferWords {
  /// An account was exported to a file.
  public static func exported(to path: String) -> String { "Exported to \(path)" }
  /// The store was copied to a file.
  public static func backedUp(to path: String) -> String { "Backed up to \(path)" }
}

extension ImportSummary {
  /// The result: `Imported 312 changes and 2 new counters`.
  public var words: String { "Imported \(parts)" }

  /// The result of a trial: `Would import 312 changes`.
  public var trialWords: String { "Would import \(parts)" }

  private var parts: String {
    let changes = changes == 1 ? "1 change" : "\(changes) changes"
    return switch newCounters {
    case 0: changes
    case 1: "\(changes) and 1 new counter"
    default: "\(changes) and \(newCounters) new counters"
    }
  }
}
