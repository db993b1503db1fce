import Domain
import Doubles
import Presentation

extension TestWorld {
  /// What the scenes of somebody who is logged in work with, over this store or another.
  func context(of session: Session, over store: (any Store)? = nil) -> SceneContext {
    SceneContext(session: session, useCases: useCases(over: store ?? self.store))
  }
}
