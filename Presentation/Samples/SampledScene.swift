import Domain
import Presentation

/// A scene with sample states, for developers of views.
package protocol SampledScene: RoutedScene {
  /// The scene's name in lists: `sign-up`.
  static var name: String { get }

  /// The states, by name.
  ///
  /// - Throws: the refusal of an invalid sample value.
  static func samples() throws(Refusal) -> KeyValuePairs<String, State>
}

extension ActiveScene {
  /// The scene types with samples, by name.
  nonisolated package static let sampled = kinds.compactMap { $0 as? any SampledScene.Type }
}

extension Timestamp {
  /// A moment for samples, in UTC.
  static func sample(_ text: String) -> Timestamp {
    Timestamp(rfc3339: "\(text)Z") ?? Timestamp(milliseconds: 0)
  }
}

extension [ChartBar] {
  /// Bars for samples, one per day, until 2026-11-21.
  static func sample(_ sums: [Int128]) -> [ChartBar] {
    zip(15..., sums).map { ChartBar(start: .sample("2026-11-\($0)T00:00:00"), sum: $1) }
  }
}
