/// Something that a person can do on a scene, by a key, a word or a button of the toolkit.
///
/// A label means one thing on every scene, so that nobody logs out who only meant to see more.
public protocol SceneChoice: CaseIterable, Hashable, Sendable {
  /// What it is called, in a word or two.
  var label: String { get }
  /// What it does, for a list of all that can be done.
  var meaning: String { get }
}

extension SceneChoice {
  /// The choice with that label.
  public init?(label: String) {
    guard let choice = Self.allCases.first(where: { $0.label == label }) else { return nil }
    self = choice
  }
}
