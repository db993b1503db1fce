import Domain
import Doubles
import Presentation

extension TestWorld {
  /// The context of a logged-in user's scenes, over this store or another.
  func context(of session: Session, over store: (any Store)? = nil) -> SceneContext {
    SceneContext(session: session, useCases: useCases(over: store ?? self.store))
  }
}
