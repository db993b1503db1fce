import Domain

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
