import Domain

struct TotalInteractor: Interactor {
  typealias Scene = TotalScene

  let context: SceneContext

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit? {
    switch action {
    case .refreshPressed: respond(try await look())
    case .backPressed: return .back
    }
    return nil
  }

  func look() async throws(Refusal) -> Scene.Response {
    var total: Int64 = 0
    for counter in try await context.useCases.counters.counters(in: context.session) {
      let (sum, isOver) = total.addingReportingOverflow(counter.count)
      if isOver { throw .outOfRange }
      total = sum
    }
    return .added(total)
  }
}
