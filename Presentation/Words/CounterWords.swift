import Domain

/// Texts about counters.
public enum CounterWords {
  /// The list of counters is empty.
  public static let noCounters = "No counter is listed"
  /// A search in the list finds nothing.
  public static let nothingFound = "No counter matches"
  /// A counter has no changes, and the person may not count it.
  public static let notStarted = "Nothing counted yet"
  /// A counter was created.
  public static func created(_ counter: Counter) -> String { "Created \(counter.name.text)" }
  /// No counter is archived.
  public static let nothingArchived = "No counter is archived"
  /// A history has no changes, or none in the period.
  public static let noChanges = "No changes"
  /// A counter was opened.
  public static func opened(_ counter: Counter) -> String { "Opened \(counter.typedName)" }
  /// A counter was renamed.
  public static func renamed(_ counter: Counter, to new: Counter) -> String {
    "Renamed \(counter.name.text) to \(new.name.text)"
  }
  /// A counter was archived.
  public static func archived(_ counter: Counter, isOpen: Bool) -> String {
    let stays = isOpen ? ". It stays in the list until another counter is open" : ""
    return "Archived \(counter.typedName)\(stays)"
  }
  /// A counter is not archived any more. An unused first counter is not listed beside others.
  public static func unarchived(_ counter: Counter, isListed: Bool) -> String {
    "\(counter.typedName) is \(isListed ? "listed again" : "listed when it is used")"
  }
  /// The count, with the target if there is one.
  public static func count(_ counter: Counter) -> String {
    let comma = counter.target?.period == nil ? "" : ","
    let target = Self.target(of: counter).map { "\(comma) \($0)" } ?? ""
    return "Current count is \(counter.count)\(target)"
  }
  /// The target after a count: `of 120`, `of 120, 3 over`, `of at most 120, 2 left`, `2 of 3 today`,
  /// `6 of at most 5 this week, 1 over`; `nil` without a target.
  public static func target(of counter: Counter) -> String? {
    counter.target.map { target in
      let words = target.isLimit ? "of \(atMost(target))" : "of \(target.number)"
      let isOver = counter.reached > target.number
      let saysDistance = target.period == nil ? target.isLimit || isOver : target.isLimit && isOver
      let distance = saysDistance ? distance(of: counter) : nil
      let held = target.period.map { "\(counter.added) \(words) \(present($0))" } ?? words
      return [held, distance].compactMap(\.self).joined(separator: ", ")
    }
  }
  /// The present period of a target: `today`.
  public static func present(_ period: Target.Period) -> String {
    period.span == .day ? "today" : "this \(period.span.rawValue)"
  }
  /// How far the count, or what was added in the period, is from the target: `2 left`, `full`,
  /// `3 over`; `nil` without a target.
  public static func distance(of counter: Counter) -> String? {
    counter.target.map { target in
      // The difference may have 65 bits, but not its magnitude.
      let distance = UInt64(bitPattern: target.number &- counter.reached)
      return switch target.standing(of: counter.reached) {
      case .below, .lastTenth: "\(distance) left"
      case .reached: "full"
      case .over: "\(0 &- distance) over"
      }
    }
  }
  /// A limit: `at most 120`.
  public static func atMost(_ target: Target) -> String { "at most \(target.number)" }
  /// A counter was reset from this count.
  public static func reset(from count: Int64) -> String { "Reset from \(count)" }
  /// A target was set or removed.
  public static func targetSet(_ counter: Counter) -> String {
    guard let target = counter.target else { return "\(counter.typedName) has no target" }
    let number = "\(target.isLimit ? "limit" : "target") \(target.number)"
    let period = target.period.map { " a \($0.span.rawValue)" } ?? ""
    return "\(counter.typedName) has the \(number)\(period)"
  }
  /// Today's sum.
  public static func today(_ sum: Int64?) -> String {
    guard let sum else { return "today: out of range" }
    return sum > 0 ? "+\(sum) today" : "\(sum) today"
  }
  /// The sum of a period.
  public static func sum(_ sum: Int64?) -> String {
    guard let sum else { return "out of range" }
    return sum > 0 ? "+\(sum)" : "\(sum)"
  }
  /// The sum of all time.
  public static func inAll(_ sum: Int64?) -> String {
    guard let sum else { return "in all: out of range" }
    return sum > 0 ? "+\(sum) in all" : "\(sum) in all"
  }
  /// A counter was deleted.
  public static func deleted(_ counter: Counter) -> String { "Deleted \(counter.name.text)" }
  /// What deleting a counter means, before it is asked for its name.
  public static func deletion(of counter: Counter, members: Int) -> String {
    let deleted = "This deletes \(counter.typedName) and its history"
    return switch members {
    case 0: deleted
    case 1: "\(deleted). 1 member loses it too"
    default: "\(deleted). \(members) members lose it too"
    }
  }
}

/// Sentences about sharing.
public enum MemberWords {
  /// The counter was shared.
  public static func shared(_ counter: Counter, with username: Username) -> String {
    "Shared \(counter.typedName) with \(username.text)"
  }
  /// The counter is no longer shared with somebody.
  public static func unshared(_ counter: Counter, with username: Username) -> String {
    "\(username.text) can no longer see \(counter.typedName)"
  }
  /// The user left a counter.
  public static func left(_ counter: Counter) -> String { "Left \(counter.typedName)" }
  /// Everybody who shares a counter should know this.
  public static let visibility = "Members see each other's names"
  /// The role in a list; `nil` is the owner.
  public static func role(_ permission: Role.Permission?) -> String {
    permission?.rawValue ?? "owner"
  }
  /// The question before the sharing ends.
  public static let unshareQuestion = "Stop sharing with this member?"
  /// The same question, where the member is not shown beside.
  public static func unshareQuestion(_ counter: Counter, with username: String) -> String {
    "Stop sharing \(counter.typedName) with \(username)?"
  }
  /// The question before the user leaves a counter.
  public static let leaveQuestion = "Leave this counter?"
  /// The same question, where the counter is not shown beside.
  public static func leaveQuestion(_ counter: Counter) -> String { "Leave \(counter.typedName)?" }
}

extension BatchResult.Outcome {
  /// The notice beside the new count: `Undid +5`, `Target reached`.
  public func notice(in calendar: any LocalCalendar) -> String? {
    let notices = [event.notice(in: calendar), targetEvent?.words]
    return notices.contains { $0 != nil } ? notices.compactMap(\.self).joined(separator: ". ") : nil
  }
}

extension Target.Event {
  /// The event as a notice: `Target reached`, `3 over the limit`.
  public var words: String {
    switch self {
    case .targetReached: "Target reached"
    case .limitReached: "Limit reached"
    case .overLimit(let distance): "\(distance) over the limit"
    }
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
    case .revert(let amount): "revert of \(Edit.add(amount).words)"
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
    case .reverted(let amount, _, _, _): Edit.revert(of: amount).words
    }
  }

  /// The notice beside the new count: `Undid +5`, `Redid +5`, `Reverted +5 of 2026-11-20 09:00`.
  public func notice(in calendar: any LocalCalendar) -> String? {
    switch self {
    case .made: nil
    case .undid(let edit, _): "Undid \(edit.words)"
    case .redid(let edit, _): "Redid \(edit.words)"
    case .reverted(let amount, _, let time, _):
      "Reverted \(Edit.add(amount).words) of \(calendar.civilTime(at: time).minuteText)"
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

  /// The result of a dry run: `Would import 312 changes`.
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
