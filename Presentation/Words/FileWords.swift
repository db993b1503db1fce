/// What is said of a file that was written.
public enum FileWords {
  /// An account's counters and changes are in a file.
  public static func exported(to path: String) -> String { "Exported to \(path)" }
  /// A copy of the store is in a file.
  public static func backedUp(to path: String) -> String { "Backed up to \(path)" }
}
