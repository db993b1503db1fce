import Domain

/// What is said of a file that was written.
public enum TransferWords {
  /// An account's counters and changes are in a file.
  public static func exported(to path: String) -> String { "Exported to \(path)" }
  /// A copy of the store is in a file.
  public static func backedUp(to path: String) -> String { "Backed up to \(path)" }
}

extension ImportSummary {
  /// What came in: `Imported 312 changes and 2 new counters`.
  public var words: String {
    let changes = changes == 1 ? "1 change" : "\(changes) changes"
    return switch newCounters {
    case 0: "Imported \(changes)"
    case 1: "Imported \(changes) and 1 new counter"
    default: "Imported \(changes) and \(newCounters) new counters"
    }
  }
}
