/// Where one can go from a counter and from the list, whichever toolkit shows them.
public struct Destination: Sendable {
  let scene: any DestinationScene.Type

  /// The way to a scene.
  public init(_ scene: any DestinationScene.Type) {
    self.scene = scene
  }

  /// To `AccountScene`.
  public static let account = Destination(AccountScene.self)

  /// What can be done there, in a line by its word behind the destination's.
  public var deeds: [KeyHint] { scene.deeds }
}

extension Destination: Shortcut {
  /// Every destination that there is.
  public static let allCases = Scene.kinds.compactMap { kind in
    (kind as? any DestinationScene.Type).map(Destination.init)
  }

  /// The key that leads there.
  public var rawValue: Character { scene.key }

  /// The destination that a key leads to, if it leads to one.
  public init?(rawValue: Character) {
    guard let destination = Self.allCases.first(where: { $0.rawValue == rawValue }) else {
      return nil
    }
    self = destination
  }

  public var hint: KeyHint {
    KeyHint(String(scene.key), scene.word, scene.meaning, isRare: scene.isRare)
  }
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
  public var description: String { scene.word }
}
