import Domain

/// A scene with states to look at while one works on a view.
package protocol SampledScene: RoutedScene {
  /// What the scene is called where scenes are listed: `sign-up`.
  static var name: String { get }

  /// The states, by name.
  ///
  /// - Throws: the refusal of a value that can stand in no state.
  static func samples() throws(Refusal) -> KeyValuePairs<String, State>
}

extension Timestamp {
  /// A moment of a sample, in UTC.
  static func sample(_ text: String) -> Timestamp {
    Timestamp(rfc3339: "\(text)Z") ?? Timestamp(milliseconds: 0)
  }
}

extension [ChartBar] {
  /// The bars of a sample, a day each, to the 21st of November 2026.
  static func sample(_ sums: [Int64?]) -> [ChartBar] {
    zip(15..., sums).map { ChartBar(start: .sample("2026-11-\($0)T00:00:00"), sum: $1) }
  }
}
