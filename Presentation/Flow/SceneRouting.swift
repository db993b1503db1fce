import Domain

/// A scene with its place in the program: which route it stands for, and where its exits lead.
public protocol RoutedScene: SceneDefinition {
  /// The scene with that view model.
  @MainActor static func scene(_ viewModel: SceneViewModel<Self>) -> Scene

  /// The route that leads to what is shown now.
  static func route(to state: State) -> Route

  /// Where an exit leads.
  static func step(after exit: Exit) -> Step
}

/// A scene that one can go to from a counter and from the list, by a key or by a word; it needs a session and
/// nothing else.
public protocol DestinationScene: RoutedScene {
  /// The key that leads there.
  static var key: Character { get }
  /// What the scene is called, in a row of keys and in a line.
  static var word: String { get }
  /// What going there does, in words.
  static var meaning: String { get }
  /// Whether its key is in the list of all keys alone, since a row has not room for everything.
  static var isRare: Bool { get }
  /// What can be done there, in a line by its word behind the scene's.
  static var deeds: [KeyHint] { get }

  /// Reads what the scene begins with.
  ///
  /// - Throws: those of the repositories.
  @MainActor static func load(in context: SceneContext) async throws(Refusal) -> State

  /// Wires the scene.
  @MainActor static func viewModel(_ state: State, in context: SceneContext) -> SceneViewModel<Self>
}

extension DestinationScene {
  public static func route(to state: State) -> Route { .destination(Destination(Self.self)) }
}
