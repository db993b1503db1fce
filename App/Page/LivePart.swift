import Domain
import Presentation

/// The part of a counter's page that changes when somebody counts.
@MainActor
package enum LivePart {
  /// The markup inside of the element `live`, with the counter's newest change and its last days.
  ///
  /// - Throws: the refusals of the repository.
  package static func html(
    of counter: Counter, in session: Session, by useCases: UseCases, calendar: any LocalCalendar
  ) async throws(Refusal) -> String {
    let context = SceneContext(session: session, useCases: useCases)
    let viewModel = CounterConfigurator.viewModel(
      CounterScene.State(of: counter, username: session.user.username), in: context)
    await viewModel.perform(.chartRequested)
    if let alert = viewModel.state.alert { throw alert.refusal }
    let page = PageContext(
      address: PageAddress(.counter(CounterRef(counter))), calendar: calendar)
    return CounterPageView(page: page).live(viewModel.state).text
  }
}
