import Domain
import Presentation

struct HomePageView: ChoosingPageView {
  typealias Scene = HomeScene
  typealias Choice = HomeScene.Choice

  /// How many counters are listed at once; the others are found by a search.
  static let mostRows = 200

  let page: PageContext

  func content(of state: Scene.State) -> PageContent {
    let back = state.openCounter.map { name in
      "<p class=\"back\">\(HTML.link(to: .counter(name), PageWords.back(to: name)))</p>\n"
        as HTML
    }
    let name = fields(of: .new, in: state)
    return PageContent(
      heading: PageWords.counters,
      body: """
        \(noCounterOpen(in: state))\(back)\(search(in: state))\(list(of: state))\
        <p id="status" class="unseen" aria-live="polite"></p>
        \(page.details(Choice.new, heading: Choice.new.meaning, button: "Make it", fields: name))
        """)
  }

  /// What to do when no counter is open, unless the alert says it.
  private func noCounterOpen(in state: Scene.State) -> HTML? {
    guard state.openCounter == nil, state.alert == nil else { return nil }
    let remedy = Refusal.noCounterOpen.pageRemedy.map { ". \($0.text)" }
    return "<p class=\"hint\">\(Refusal.noCounterOpen.fact)\(remedy ?? "")</p>\n"
  }

  private func search(in state: Scene.State) -> HTML? {
    guard !state.counters.isEmpty else { return nil }
    return """
      <form class="row" method="get" action="\(Route.home)" role="search">\
      <label>\(Field.search.label) <input type="search" name="search" dir="auto" \
      value="\(exactly: page.address.search)"></label>\
      <button>\(Field.search.label)</button></form>

      """
  }

  private func list(of state: Scene.State) -> HTML {
    let found = state.counters.naming(page.address.search)
    guard !found.isEmpty else {
      let words = state.counters.isEmpty ? CounterWords.noCounters : CounterWords.nothingFound
      return "<p class=\"hint\">\(words)</p>\n"
    }
    let rows = found.prefix(Self.mostRows).map { row($0, isOpen: state.openCounter) }
    let rest =
      found.count > rows.count
      ? "<p class=\"hint\">\(PageWords.onlyFirst(rows.count, of: found.count))</p>\n" as HTML : ""
    return "<ul class=\"list\">\n\(rows)</ul>\n\(rest)"
  }

  private func row(_ summary: CounterSummary, isOpen: String?) -> HTML {
    let counter = summary.counter
    let changed = counter.changedAt.map { ", \(page.time($0))" as HTML }
    let target = CounterWords.target(of: counter).map {
      " <small class=\"of\">\($0)</small>" as HTML
    }
    let mark: HTML = counter.typedName == isOpen ? " aria-current=\"true\"" : ""
    let hidden = [(name: FieldName.counter, value: counter.typedName)]
    let isCounting = counter.role.allows(.count) && !page.isLost
    let form = page.form(style: "counts", for: counter.id, hidden: hidden) {
      """
      <button class="name" name="do" value="open"\(mark)>\(HTML.name(counter.typedName))</button> \
      <span class="sum"><b>\(HTML.grouped(counter.count))</b>\(target)</span> \
      <small>\(CounterWords.today(summary.change))\(changed)</small>\
      \(isCounting ? buttons(for: counter) : "")
      """
    }
    return """
      <li data-counter="\(counter.id)" data-version="\(counter.version)" \
      data-count="\(counter.count)"\(HTML.targetAttributes(of: counter))>\(form)</li>

      """
  }

  private func buttons(for counter: Counter) -> HTML {
    let buttons = [
      (Choice.undo, "↶" as HTML, "undo" as HTML, "" as HTML),
      (.subtract, "−", "minus", " data-amount=\"-1\""), (.add, "+", "plus", " data-amount=\"1\""),
    ].map { choice, sign, style, amount in
      """
      <button class="\(style)" name="do" value="\(choice.label)"\(amount) \
      aria-label="\(choice.label.asHeading) \(counter.typedName)">\(sign)</button>
      """ as HTML
    }
    return "<span class=\"buttons\">\(buttons)</span>"
  }

  func actions(for form: inout SubmittedForm, in state: Scene.State) throws(FormFault)
    -> [Scene.Action]
  {
    if form.deed == "open" {
      let (name, counter) = try row(of: &form, in: state)
      return [.counterChosen(named: counter?.typedName ?? name)]
    }
    switch try form.choice(Choice.self) {
    case .new: return try actions(of: .new, for: &form, in: state)
    case .search, nil: throw FormFault()
    case let choice?:
      let (name, counter) = try row(of: &form, in: state)
      // Opening a counter that is gone says so.
      guard let counter else { return [.counterChosen(named: name)] }
      // A page marks none: each row has its own buttons.
      var state = state
      state.marked = counter.id
      return try actions(of: choice, for: &form, in: state)
    }
  }

  /// The row that the person saw: its counter's name there, and the counter, whatever its name and
  /// its place are now; `nil` when it is gone.
  private func row(of form: inout SubmittedForm, in state: Scene.State) throws(FormFault) -> (
    name: String, counter: Counter?
  ) {
    let name = try form.require(.counter)
    let id = form.subject?.counter
    let counters = state.counters.map(\.counter)
    if let counter = counters.first(where: { $0.id == id }) { return (name, counter) }
    guard !counters.contains(where: { $0.typedName == name }) else {
      throw FormFault(isForAnotherCounter: id != nil)
    }
    return (name, nil)
  }
}

extension PageViewFactory {
  func view(of viewModel: SceneViewModel<HomeScene>) -> any PageHost {
    host(of: viewModel, HomePageView(page: page))
  }
}
