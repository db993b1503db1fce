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
  /// The count.
  public static func count(_ counter: Counter) -> String { "Current count is \(counter.count)" }
  /// A counter was deleted.
  static func deleted(_ counter: Counter) -> String { "Deleted \(counter.name.text)" }
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
  public var words: String {
    let changes = changes == 1 ? "1 change" : "\(changes) changes"
    return switch newCounters {
    case 0: "Imported \(changes)"
    case 1: "Imported \(changes) and 1 new counter"
    default: "Imported \(changes) and \(newCounters) new counters"
    }
  }
}
