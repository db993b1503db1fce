import Domain

/// What is said of a counter that something was done with.
public enum CounterWords {
  /// There is a counter that was not there before.
  public static func created(_ counter: Counter) -> String { "Created \(counter.name.text)" }
  /// A counter has another name.
  public static func renamed(_ counter: Counter, to new: Counter) -> String {
    "Renamed \(counter.name.text) to \(new.name.text)"
  }
  /// How many there are.
  public static func count(_ counter: Counter) -> String { "Current count is \(counter.count)" }
  /// There is no such counter any more.
  static func deleted(_ counter: Counter) -> String { "Deleted \(counter.name.text)" }
}
