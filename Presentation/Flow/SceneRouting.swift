import Domain

/// A scene with its place in the program: which route it stands for, and where its exits lead.
public protocol RoutedScene: SceneDefinition {
  /// The scene with that view model.
  @MainActor static func scene(_ viewModel: SceneViewModel<Self>) -> ActiveScene

  /// The route that leads to what is shown now.
  static func route(to state: State) -> Route

  /// Where an exit leads.
  static func step(after exit: Exit) -> Step
}

/// A scene that one can go to from a counter and from the list, whichever toolkit shows them; it needs a session and
/// nothing else.
public protocol DestinationScene: RoutedScene {
  /// What the scene is called, in a word.
  static var label: String { get }
  /// What going there does, in words.
  static var meaning: String { get }
  /// What can be done there, where that is no command of its own.
  static var choices: [any SceneChoice] { get }

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

/// Where one can go from a counter and from the list, whichever toolkit shows them.
public struct Destination: Sendable {
  /// The scene that it is the way to.
  public let scene: any DestinationScene.Type

  /// The way to a scene.
  public init(_ scene: any DestinationScene.Type) {
    self.scene = scene
  }

  /// To `AccountScene`.
  public static let account = Destination(AccountScene.self)

  /// What can be done there, where that is no command of its own.
  public var choices: [any SceneChoice] { scene.choices }
}

extension Destination: SceneChoice {
  /// Every destination that there is.
  public static let allCases = ActiveScene.kinds.compactMap { kind in
    (kind as? any DestinationScene.Type).map(Destination.init)
  }

  public var label: String { scene.label }
  public var meaning: String { scene.meaning }
}

extension Destination: Hashable {
  /// Whether both lead to the same scene.
  public static func == (one: Destination, other: Destination) -> Bool {
    one.scene == other.scene
  }

  /// Tells destinations apart by their scenes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(scene))
  }
}

extension Destination: CustomStringConvertible {
  public var description: String { scene.label }
}
