/// How a scene was left.
public enum SceneExit<Scene: SceneDefinition>: Equatable, Sendable {
  /// By one of the scene's own ways out.
  case taken(Scene.Exit)
  /// The session was ended elsewhere, or has expired, which leads out of every scene.
  case sessionEnded
}
