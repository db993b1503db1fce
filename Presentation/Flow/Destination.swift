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
