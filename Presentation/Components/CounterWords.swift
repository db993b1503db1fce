import Domain

/// What is said of a counter that something was done with.
enum CounterWords {
  /// There is no such counter any more.
  static func deleted(_ counter: Counter) -> String { "Deleted \(counter.name.text)" }
}
