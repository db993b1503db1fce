import Domain
import Presentation

struct HistoryPageView: ChoosingPageView {
  typealias Scene = HistoryScene
  typealias Choice = HistoryScene.Choice

  let page: PageContext
  let links: [Choice] = [.bars, .more]

  func content(of state: Scene.State) -> PageContent {
    let back = HTML.link(
      to: .counter(state.counter.typedName), PageWords.back(to: state.counter.typedName))
    return PageContent(
      heading: PageWords.history(of: state.counter.typedName),
      body: """
        <p class="back">\(back)</p>
        \(spans(of: state))\(chart(of: state))\(statistics(of: state))\(changes(of: state))\(more(than: state))\(revert(in: state))
        """)
  }

  private func route(of state: Scene.State, newest: Int? = nil, by span: Span?) -> Route {
    .history(state.counter.typedName, newest: newest ?? state.newest, by: span)
  }

  private func spans(of state: Scene.State) -> HTML {
    let links = Span.allCases.map { span in
      HTML.link(
        to: route(of: state, by: span), "\(span.rawValue.asHeading)",
        isCurrent: span == state.span) + " "
    }
    return "<nav class=\"choices\" aria-label=\"\(Choice.bars.meaning)\">\(links)</nav>\n"
  }

  private func chart(of state: Scene.State) -> HTML? {
    state.span.map { span in
      let others = state.setsAndResets.flatMap(StatisticsWords.notInChart)
      return
        "\(page.chart(state.chart, by: span))\(others.map { "<p class=\"facts\">\($0)</p>\n" as HTML })"
    }
  }

  private func statistics(of state: Scene.State) -> HTML? {
    state.statistics.map { statistics in
      let lines = StatisticsWords.lines(statistics, in: page.calendar).map { "\($0)<br>\n" as HTML }
      return "<p class=\"facts\">\n\(lines)</p>\n"
    }
  }

  private func changes(of state: Scene.State) -> HTML? {
    guard !state.changes.isEmpty else {
      return state.newest > 0 ? "<p class=\"hint\">\(CounterWords.notStarted)</p>\n" : nil
    }
    let rows = state.changes.reversed().map { change in
      let author =
        state.namesAuthors ? " <small>by \(HTML.name(change.author.text))</small>" as HTML : ""
      let note = change.note.map { " <small>\(HTML.name($0.text))</small>" as HTML }
      return """
        <tr><td class="entry">\(change.number)</td>\
        <td class="when">\(page.time(change.time))\(author)</td><td>\(change.event.words)\(note)</td>\
        <td class="number">\(change.count)</td></tr>

        """ as HTML
    }
    return """
      <table>
      <tr><th scope="col" class="entry">Entry</th><th scope="col">Time</th>\
      <th scope="col">Change</th>\
      <th scope="col" class="number">Count</th></tr>
      \(rows)</table>

      """
  }

  private func more(than state: Scene.State) -> HTML? {
    // Fewer than were asked for are all of them.
    guard state.newest > 0, state.changes.count == state.newest,
      state.newest < PageAddress.longestHistory
    else { return nil }
    let more = route(of: state, newest: state.newest + HistoryScene.usualLength, by: state.span)
    return "<p class=\"choices\">\(HTML.link(to: more, "\(Choice.more.label.asHeading)"))</p>\n"
  }

  private func revert(in state: Scene.State) -> HTML? {
    guard state.choices.contains(.revert), !state.changes.isEmpty else { return nil }
    return page.details(
      Choice.revert, heading: Choice.revert.meaning,
      fields: fields(of: .revert, in: state))
  }
}

extension PageViewFactory {
  func view(of viewModel: SceneViewModel<HistoryScene>) -> any PageHost {
    host(of: viewModel, HistoryPageView(page: page))
  }
}
