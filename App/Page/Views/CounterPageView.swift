import Domain
import Presentation

struct CounterPageView: ChoosingPageView {
  typealias Scene = CounterScene
  typealias Choice = CounterScene.Choice

  /// How many days fit between the number and the buttons.
  private static let mostBars = 7

  let page: PageContext

  let requests: [Scene.Action] = [.chartRequested]
  let links: [Choice] = [.history, .members, .list]

  func content(of state: Scene.State) -> PageContent {
    let isWall = page.address.isWall
    // Nothing on a wall can be pressed.
    let controls: HTML =
      isWall ? "" : "\(taps(in: state))\(links(from: state))\(more(in: state))\(choices)"
    return PageContent(
      heading: state.counter.typedName,
      attributes: "\(attributes(of: state))\(isWall ? " class=\"wall\"" : "" as HTML)",
      hasTop: !isWall, hasNotice: page.isPressed(Choice.delete),
      body: """
        <div id="live"\(reached(in: state)) data-me="\(state.username.text)">
        \(live(state, by: state.username))</div>
        <p id="status" class="unseen" aria-live="polite">\(CounterWords.count(state.counter))</p>
        \(controls)
        """)
  }

  /// What the script needs to know.
  private func attributes(of state: Scene.State) -> HTML {
    return """
       data-counter="\(state.counter.id)" data-version="\(state.version)" \
      data-count="\(state.counter.count)"\(HTML.targetAttributes(of: state.counter))
      """
  }

  /// All that changes when somebody counts; the script replaces it. It is the same for everybody
  /// who sees it, but for the part of the named person, which the script names itself.
  func live(_ state: Scene.State, by person: Username? = nil) -> HTML {
    let counter = state.counter
    return """
      \(band(of: counter))<output id="count" class="\(Self.size(of: counter.count))" aria-hidden="true">\
      \(HTML.grouped(counter.count))</output>
      \(target(of: counter))<p class="facts">\(facts(of: state))</p>
      \(parts(of: state, by: person))\(chart(of: state))
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

  /// How much of a limit is left: what is to be seen from across a room.
  private func band(of counter: Counter) -> HTML? {
    guard let limit = counter.target, limit.isLimit else { return nil }
    return """
      <p class="band"><strong class="left">\(CounterWords.distance(of: counter) ?? "")</strong> \
      \(CounterWords.atMost(limit))\(limit.period.map { " \(CounterWords.present($0))" as HTML })</p>

      """
  }

  private func target(of counter: Counter) -> HTML? {
    guard let target = counter.target, let words = CounterWords.target(of: counter) else {
      return nil
    }
    let isSaid = !target.isLimit || target.period != nil
    let sentence: HTML = isSaid ? "<p class=\"of\">\(words)</p>\n" : ""
    return """
      \(sentence)<progress max="\(target.number)" \
      value="\(min(max(counter.reached, 0), target.number))" aria-hidden="true"></progress>

      """
  }

  /// Today's sum, and who counted last.
  private func facts(of state: Scene.State) -> HTML {
    guard state.isStarted else {
      return "\(state.line(beginning: PageWords.startCounting))"
    }
    let today = state.chart?.last.map { "\(CounterWords.today($0.sum)) " as HTML }
    let last = state.newest.map { change in
      let isOwn = change.author == .account(state.username) && state.counter.role == .owner
      return "· \(PageWords.counted(by: isOwn ? nil : change.author.text, page.time(change.time)))"
        as HTML
    }
    return "\(today)\(last)"
  }

  /// What each person added today. A narrow page shows one's own part alone.
  private func parts(of state: Scene.State, by person: Username?) -> HTML? {
    guard !state.parts.isEmpty else { return nil }
    let rows = state.parts.map { part in
      let isMine = part.username == person
      let name: HTML = isMine ? "\(PageWords.mine)" : .name(part.username.text)
      return """
        <li\(isMine ? " class=\"mine\"" : "" as HTML) data-name="\(part.username.text)">\
        <b>\(CounterWords.sum(part.sum))</b> <span>\(name)</span></li>

        """ as HTML
    }
    return "<ul class=\"parts\" aria-label=\"\(PageWords.parts)\">\n\(rows)</ul>\n"
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
    let name = state.counter.typedName
    let history = Route.history(name, newest: HistoryScene.usualLength, by: nil)
    return """
      <p class="choices">\(HTML.link(to: history, "\(Choice.history.label.asHeading)")) \
      \(HTML.link(to: .members(name), "\(Choice.members.label.asHeading)")) \
      <a href="\(exactly: PageAddress(wallOf: name).url)">\(PageWords.wall)</a></p>

      """
  }

  /// What a phone chooses for itself; the script keeps it there.
  private var choices: HTML {
    let boxes = PageWords.choicesHere.map { name, label in
      "<label><input type=\"checkbox\" data-choice=\"\(name)\"> \(label)</label>\n" as HTML
    }
    return """
      <details class="choices-here"><summary>\(PageWords.choices)</summary>
      \(boxes)</details>

      """
  }

  private func more(in state: Scene.State) -> HTML {
    "\(state.choices.compactMap { rareForm(for: $0, in: state) })"
  }

  private func chart(of state: Scene.State) -> HTML? {
    guard state.isStarted, let bars = state.chart?.suffix(Self.mostBars),
      bars.contains(where: { $0.sum != 0 })
    else { return nil }
    return page.chart(bars, by: .day)
  }
}

extension PageViewFactory {
  func view(of viewModel: SceneViewModel<CounterScene>) -> any PageHost {
    host(of: viewModel, CounterPageView(page: page))
  }
}

extension CounterPageView {
  /// The form of a choice that is not always in sight.
  func rareForm(for choice: Choice, in state: Scene.State) -> HTML? {
    switch choice {
    case .addSeveral, .set, .reset, .target, .limit, .rename:
      page.details(
        choice, heading: choice.meaning, button: choice == .addSeveral ? "Add" : nil,
        fields: fields(of: choice, in: state))
    case .delete:
      page.deletion(
        choice, heading: choice.meaning, notice: state.notice,
        field: .field(state.confirmation, attributes: .focused))
    case .add, .subtract, .undo, .redo, .history, .members, .list: nil
    }
  }
}
