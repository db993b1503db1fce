import Domain
import Presentation

struct CounterPageView: PageView {
  typealias Scene = CounterScene
  typealias Choice = CounterScene.Choice

  /// How many days fit between the number and the buttons.
  private static let mostBars = 7

  let page: PageContext

  let requests: [Scene.Action] = [.chartRequested]

  func content(of state: Scene.State) -> PageContent {
    PageContent(
      heading: state.counter.typedName, attributes: attributes(of: state),
      body: """
        <div id="live"\(reached(in: state))>
        \(live(state))</div>
        <p id="status" class="unseen" aria-live="polite">\(CounterWords.count(state.counter))</p>
        \(taps(in: state))\(links(from: state))\(more(in: state))
        """)
  }

  /// What the script needs to know.
  private func attributes(of state: Scene.State) -> HTML {
    let target = state.counter.target.map { " data-target=\"\($0)\"" as HTML }
    return """
       data-counter="\(state.counter.id)" data-version="\(state.version)" \
      data-count="\(state.counter.count)"\(target)
      """
  }

  /// All that changes when somebody counts; the script replaces it.
  func live(_ state: Scene.State) -> HTML {
    let counter = state.counter
    return """
      <output id="count" class="\(Self.size(of: counter.count))" aria-hidden="true">\
      \(counter.count)</output>
      \(target(of: counter))<p class="facts">\(facts(of: state))</p>
      \(chart(of: state))
      """
  }

  /// A class for the size of a number: a long one has smaller digits.
  private static func size(of count: Int64) -> String {
    switch String(count).count {
    case ...4: "short"
    case 5...8: "long"
    default: "longest"
    }
  }

  private func target(of counter: Counter) -> HTML? {
    guard let target = counter.target, let words = CounterWords.target(of: counter) else {
      return nil
    }
    return """
      <p class="of">\(words)</p>
      <progress class="\(counter.count > target ? "over" : "")" \
      max="\(target)" value="\(min(max(counter.count, 0), target))" aria-hidden="true"></progress>

      """
  }

  /// Today's sum, and who counted last.
  private func facts(of state: Scene.State) -> HTML {
    guard state.isStarted else {
      return "\(state.isCounting ? PageWords.startCounting : CounterWords.notStarted)"
    }
    let today = state.chart?.last.map { "\(CounterWords.today($0.sum)) " as HTML }
    let last = state.newest.map { change in
      let isOwn = change.author == .account(state.username) && state.counter.role == .owner
      return "· \(PageWords.counted(by: isOwn ? nil : change.author.text, page.time(change.time)))"
        as HTML
    }
    return "\(today)\(last)"
  }

  /// Lets the number flash once when the target has just been reached.
  private func reached(in state: Scene.State) -> HTML {
    page.reachesTarget || state.targetsReached > 0 ? " class=\"reached\"" : ""
  }

  /// The buttons that stay where the thumb is.
  private func taps(in state: Scene.State) -> HTML? {
    guard state.isCounting else { return nil }
    let taps = [(Choice.subtract, "−" as HTML, -1, "minus"), (.add, "+", 1, "plus")].map {
      choice, sign, amount, style in
      page.form(style: "tap", attributes: " data-amount=\"\(amount)\"") {
        """
        <button class="\(style)" name="do" value="\(choice.label)" \
        aria-label="\(choice.meaning.asHeading)">\(sign)</button>
        """
      }
    }
    return """
      <div class="hand">
      <div class="pair">
      \(page.form(Choice.undo))\(page.form(Choice.redo))</div>
      <div class="taps">
      \(taps)</div>
      </div>

      """
  }

  private func links(from state: Scene.State) -> HTML {
    let ref = CounterRef(state.counter)
    let history = Route.history(ref, newest: HistoryScene.usualLength, by: nil)
    return """
      <p class="choices">\(HTML.link(to: history, "\(Choice.history.label.asHeading)")) \
      \(HTML.link(to: .members(ref), "\(Choice.members.label.asHeading)"))</p>

      """
  }

  private func more(in state: Scene.State) -> HTML {
    "\(state.choices.compactMap { rareForm(for: $0, in: state) })"
  }

  private func chart(of state: Scene.State) -> HTML? {
    guard state.isStarted, let bars = state.chart, !bars.isEmpty else { return nil }
    return page.chart(bars.suffix(Self.mostBars), by: .day)
  }
}

extension PageViewFactory {
  func view(of viewModel: SceneViewModel<CounterScene>) -> any PageHost {
    host(of: viewModel, CounterPageView(page: page))
  }
}
