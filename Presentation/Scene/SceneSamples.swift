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
