import Domain

/// The way out of every scene that needs a session.
@MainActor
public protocol SignedInRouting: AnyObject {
  /// To where nobody is logged in: the session was ended elsewhere, or has expired.
  func showSessionEnded() async
}

/// The ways out of a scene that one goes to from a counter or the list, and back.
@MainActor
public protocol DestinationRouting: SignedInRouting {
  /// To the list of counters.
  func showHome() async
}

/// What every interactor does with a refusal.
///
/// An ended session is no answer of the scene: it leads out of it.
@MainActor
func answer(
  _ refusal: Refusal, routing: (any SignedInRouting)?, respond: (Refusal) -> Void
) async {
  if refusal == .notLoggedIn, let routing {
    await routing.showSessionEnded()
  } else {
    respond(refusal)
  }
}

/// What every interactor does with a refusal of what nobody asked for: what is shown stays, and the next
/// action tells. An ended session is no such refusal.
@MainActor
func answerUnasked(_ refusal: Refusal, routing: (any SignedInRouting)?) async {
  if refusal == .notLoggedIn { await routing?.showSessionEnded() }
}
