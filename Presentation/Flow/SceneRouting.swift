import Domain

/// A scene with its route, and the routes of its exits.
public protocol RoutedScene: SceneDefinition {
  /// The scene with this view model.
  @MainActor static func scene(_ viewModel: SceneViewModel<Self>) -> ActiveScene

  /// The route to the scene in this state.
  static func route(to state: State) -> Route

  /// Where an exit leads.
  static func step(after exit: Exit) -> Step
}

/// A scene that can be opened from a counter and from the list in every toolkit. It needs only a
/// session.
public protocol DestinationScene: RoutedScene {
  /// The scene's name, in a word.
  static var label: String { get }
  /// What opening it does, in words.
  static var meaning: String { get }
  /// The scene's choices that are not commands of their own.
  static var choices: [any SceneChoice] { get }

  /// Loads the scene's first state.
  ///
  /// - Throws: the refusals of the repositories.
  @MainActor static func load(in context: SceneContext) async throws(Refusal) -> State

  /// Wires the scene.
  @MainActor static func viewModel(_ state: State, in context: SceneContext) -> SceneViewModel<Self>
}

extension DestinationScene {
  public static func route(to state: State) -> Route { .destination(Destination(Self.self)) }
}

/// A scene that can be opened from a counter and from the list in every toolkit.
public struct Destination: Sendable {
  /// The scene.
  public let scene: any DestinationScene.Type

  /// Creates a destination for a scene.
  public init(_ scene: any DestinationScene.Type) {
    self.scene = scene
  }

  /// Opens `AccountScene`.
  public static let account = Destination(AccountScene.self)

  /// The scene's choices that are not commands of their own.
  public var choices: [any SceneChoice] { scene.choices }
}

extension Destination: SceneChoice {
  /// All destinations.
  public static let allCases = ActiveScene.kinds.compactMap { kind in
    (kind as? any DestinationScene.Type).map(Destination.init)
  }

  public var label: String { scene.label }
  public var meaning: String { scene.meaning }
}

extension Destination: Hashable {
  /// Whether both open the same scene.
  public static func == (one: Destination, other: Destination) -> Bool {
    one.scene == other.scene
  }

  /// Hashes the scene.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(scene))
  }
}

extension Destination: CustomStringConvertible {
  public var description: String { scene.label }
}
