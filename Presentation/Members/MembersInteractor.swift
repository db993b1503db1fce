import Domain

struct MembersInteractor: Interactor {
  typealias Scene = MembersScene

  let context: SceneContext

  var ticks: AsyncStream<Void>? { context.watch?.changesElsewhere(tickingAtOnce: true) }

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit? {
    let (useCases, session) = (context.useCases, context.session)
    do throws(Refusal) {
      switch action {
      case .shared(let name, let permission):
        guard !name.isEmpty else { throw Refusal.username(.empty) }
        let username = try await useCases.shareCounter(
          state.counter, with: name, as: permission, in: session)
        await list(state.counter, respond: respond)
        respond(.shared(with: username))
      case .unshared(let name):
        let username = try await useCases.shareCounter.end(state.counter, with: name, in: session)
        await list(state.counter, respond: respond)
        respond(.unshared(with: username))
      case .leavePressed:
        try await useCases.members.leave(state.counter, in: session)
        return .left(state.counter)
      case .ownerOnlyPressed:
        try state.counter.role.check(.manage)
      case .backPressed:
        return .back(to: state.counter)
      case .changedElsewhere:
        let counter = try await useCases.counters.refreshed(state.counter, in: session)
        respond(try await members(of: counter))
      }
      return nil
    } catch .noSuchCounter {
      return .lost(state.counter)
    }
  }

  /// Reads the members.
  func members(of counter: Counter) async throws(Refusal) -> Scene.Response {
    .listed(
      counter,
      try await context.useCases.summarizeCounters.members(of: counter, in: context.session))
  }

  /// Shows the members after a change.
  private func list(_ counter: Counter, respond: (Scene.Response) -> Void) async {
    // The change succeeded, so an error here is not reported.
    if let listed = try? await members(of: counter) { respond(listed) }
  }
}
