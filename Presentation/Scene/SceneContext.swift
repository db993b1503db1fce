import Domain

/// What the scenes of somebody who is logged in work with.
public struct SceneContext: Sendable {
  /// Who is logged in.
  public let session: Session
  /// What can be done.
  public let useCases: UseCases
  /// What notices changes of others; `nil` when nobody looks for longer than it takes to read.
  public let watch: (any StoreWatch)?

  /// A context of these parts.
  public init(session: Session, useCases: UseCases, watch: (any StoreWatch)? = nil) {
    self.session = session
    self.useCases = useCases
    self.watch = watch
  }
}
