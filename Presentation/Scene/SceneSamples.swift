import Domain

/// A scene with states to look at while one works on a view.
package protocol SampledScene: SceneDefinition {
  /// What the scene is called where scenes are listed: `sign-up`.
  static var name: String { get }

  /// The scene with that view model.
  @MainActor static func scene(_ viewModel: SceneViewModel<Self>) -> Scene

  /// The states, by name.
  ///
  /// - Throws: the refusal of a value that can stand in no state.
  static func samples() throws(Refusal) -> KeyValuePairs<String, State>
}
