import Domain

struct TotalInteractor: Interactor {
  typealias Scene = TotalScene

  let session: Session
  let useCases: UseCases
  weak var routing: (any DestinationRouting)?

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async {
    do {
      switch action {
      case .refreshPressed:
        respond(.added(try sum(of: try await useCases.counters.counters(in: session))))
      case .backPressed: await routing?.showHome()
      }
    } catch {
      await answer(error, routing: routing) { respond(.refused($0)) }
    }
  }

  private func sum(of counters: [Counter]) throws(Refusal) -> Int64 {
    var total: Int64 = 0
    for counter in counters {
      let (sum, isOver) = total.addingReportingOverflow(counter.count)
      if isOver { throw .outOfRange }
      total = sum
    }
    return total
  }
}
