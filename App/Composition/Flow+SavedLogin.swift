import Domain
import Presentation

extension Flow {
  /// A flow that goes on with the saved login, if there is one, where that begins.
  static func resumed(
    useCases: UseCases, days: any Days, watch: (any StoreWatch)? = nil
  ) async -> Flow {
    var (session, alert): (Session?, Alert?) = (nil, nil)
    do {
      session = try await useCases.resumeSession()
    } catch {
      alert = Alert(error)
    }
    let flow = Flow(useCases: useCases, days: days, watch: watch, session: session)
    await flow.enter(.start, alert: alert)
    return flow
  }
}
