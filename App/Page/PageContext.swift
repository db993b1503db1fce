import Domain
import Presentation

/// What every view of the page toolkit needs beside the state.
struct PageContext: Sendable {
  /// The address of the page.
  let address: PageAddress
  /// The calendar of the shown times.
  let calendar: any LocalCalendar
  /// The present time by the server's clock: a phone's may be wrong. `nil` where no page says it.
  var now: Timestamp?
  /// Whether that is the calendar of the person's time zone, and not the server's.
  var isPersonsTime = true
  /// The number of the account that is logged in.
  var account: User.ID?
  /// The id of the store.
  var store = ""
  /// The counter that the page is about.
  var counter: Counter.ID?
  /// Whether the counter that the person had is gone. No other one may be counted by the way.
  var isLost = false
  /// Whether people can make an account on the page.
  var allowsSignUp = true
  /// What was typed into the form that was sent.
  var draft = FormDraft()
  /// Whether the count has just reached its target.
  var reachesTarget = false
  /// The link of the invitation that was just made, which no later page shows.
  var link: String?
  /// Makes the rows of a code that phones scan, in which `true` is dark; `nil` without the library.
  var code: @Sendable (String) -> [[Bool]]? = { _ in nil }
  /// Makes an identifier for each form.
  var makeID: @Sendable () -> FormID = { FormID() }

  /// What the forms of the page are made for; `nil` when logged out.
  var subject: FormSubject? {
    account.map { FormSubject(store: store, account: $0, counter: counter) }
  }

  /// A moment, to the minute.
  func time(_ moment: Timestamp) -> HTML {
    let shown = calendar.civilTime(at: moment)
    return "<time datetime=\"\(moment.rfc3339)\">\(shown.minuteText)</time>"
  }

  /// A link that keeps what was asked for before logging in.
  func link(to route: Route, _ text: HTML) -> HTML {
    let next = PageAddress(route).isBeforeLogin ? address.next : nil
    return "<a href=\"\(exactly: PageAddress(route, before: next).url)\">\(text)</a>"
  }

  /// Whether the button of that choice was pressed.
  func isPressed(_ choice: some SceneChoice) -> Bool { draft.deed == choice.label }
}

extension PageContext {
  /// The form of a choice, with a button. What is not in `fields` is a hidden field.
  func form(
    _ choice: some SceneChoice, button: HTML? = nil, style: String = "row", attributes: HTML = "",
    hidden: [(name: FieldName, value: String)] = [], fields: HTML = ""
  ) -> HTML {
    form(style: style, attributes: attributes, hidden: hidden) {
      "\(fields)\(self.button(choice, button))"
    }
  }

  /// A form with several buttons, each of which is a choice. It is for the counter of the page, or
  /// for another one.
  func form(
    style: String = "row", attributes: HTML = "", for counter: Counter.ID? = nil,
    hidden: [(name: FieldName, value: String)] = [], content: () -> HTML
  ) -> HTML {
    var subject = subject
    if let counter { subject?.counter = counter }
    let bond = subject.map { "<input type=\"hidden\" name=\"for\" value=\"\($0.text)\">" as HTML }
    let values = hidden.map { name, value in
      "<input type=\"hidden\" name=\"\(name.rawValue)\" value=\"\(exactly: value)\">" as HTML
    }
    return """
      <form class="\(style)"\(attributes) method="post" action="\(exactly: address.url)">\
      <input type="hidden" name="id" value="\(makeID().text)">\(bond)\(values)\(content())</form>

      """
  }

  /// The button of a choice, with its label unless another text is given.
  func button(
    _ choice: some SceneChoice, _ text: HTML? = nil, attributes: HTML = ""
  ) -> HTML {
    """
    <button\(attributes) name="do" value="\(choice.label)">\(text ?? "\(choice.label.asHeading)")</button>
    """
  }

  /// A part that a person opens to see it, such as a form that is rarely needed.
  func details(_ heading: String, isOpen: Bool = false, content: HTML) -> HTML {
    """
    <details\(isOpen ? " open" : "")><summary>\(heading.asHeading)</summary>
    \(content)</details>

    """
  }

  /// The form of a choice that deletes something. It is asked first, which says in the notice who
  /// loses it; then the field to confirm it with is in sight and has the focus.
  func deletion(
    _ choice: some SceneChoice, heading: String, notice: String?, attributes: HTML = "",
    field: HTML
  ) -> HTML {
    let question: HTML? =
      isPressed(choice) ? "\(notice.map { "<p>\($0)</p>\n" as HTML })\(field)" : nil
    return details(
      heading, isOpen: isPressed(choice),
      content: form(style: "fields", attributes: attributes) {
        "\(question)\(button(choice, attributes: " class=\"danger\""))"
      })
  }

  /// The form of a choice that needs more than a button, opened when it was refused.
  func details(
    _ choice: some SceneChoice, heading: String? = nil, button: HTML? = nil, attributes: HTML = "",
    fields: HTML
  ) -> HTML {
    details(
      heading ?? choice.label, isOpen: isPressed(choice),
      content: form(choice, button: button, style: "fields", attributes: attributes, fields: fields)
    )
  }
}

extension HTML {
  /// Marks a form that begins or ends a session, so that the script asks first when taps wait.
  static let leaving: HTML = " data-leaves"

  /// Gives a field the focus once the page is there, which also scrolls to it.
  static let focused: HTML = " autofocus"

  /// A visible field with its label, in the form that suits what it is for. A browser fills in the
  /// person's own username, and no other.
  static func field(
    _ field: Field, text: String? = nil, isOwn: Bool = false, attributes: HTML = ""
  ) -> HTML {
    let text = text ?? field.text
    let suited: HTML
    switch field.name {
    case .per: return periodField(text)
    case .username:
      suited = """
         autocomplete="\(isOwn ? "username" : "off")" autocapitalize="none" spellcheck="false"
        """
    // A phone's number pad has no minus, so the keyboard stays the usual one.
    case .amount, .count, .target, .entry, .places:
      suited = " autocomplete=\"off\" autocapitalize=\"none\""
    case .time: suited = " type=\"datetime-local\" autocomplete=\"off\""
    case .dayStart: suited = " type=\"time\""
    case .length: suited = " autocomplete=\"off\""
    default: suited = " autocomplete=\"off\" dir=\"auto\""
    }
    return """
      <label>\(field.label) <input name="\(field.name.rawValue)" value="\(exactly: text)"\
      \(suited)\(attributes)></label>

      """
  }

  /// What the script and the colours need to know of a counter's target.
  static func targetAttributes(of counter: Counter) -> HTML? {
    counter.target.map { target in
      let period = target.period.map {
        " data-goal=\"\(target.number)\" data-period=\"\(CounterWords.present($0))\"" as HTML
      }
      return """
         data-target="\(counter.countAtTarget)" data-limit="\(target.isLimit ? "true" : "")"\
        \(period) data-standing="\(target.standing(of: counter.reached).rawValue)"
        """
    }
  }

  /// A field for the period of a target.
  private static func periodField(_ chosen: String) -> HTML {
    let options = ([nil] + Target.Period.spans).map { span -> HTML in
      let isChosen: HTML = span?.rawValue ?? "" == chosen ? " selected" : ""
      guard let span else { return "<option value=\"\"\(isChosen)>\(PageWords.allTime)</option>" }
      return "<option\(isChosen)>\(span.rawValue)</option>"
    }
    return """
      <label>\(PageWords.targetPeriod) <select name="\(FieldName.per.rawValue)">\(options)</select></label>

      """
  }

  /// A hidden field; the browser never gets its text back.
  static func secretField(
    _ field: HiddenField, isNew: Bool = false, attributes: HTML = ""
  ) -> HTML {
    """
    <label>\(field.label) <input type="password" name="\(field.name.rawValue)" \
    autocomplete="\(isNew ? "new" : "current")-password"\(attributes)></label>

    """
  }

  /// A link to a route.
  static func link(to route: Route, _ text: HTML, isCurrent: Bool = false) -> HTML {
    "<a href=\"\(route)\"\(isCurrent ? " aria-current=\"page\"" : "" as HTML)>\(text)</a>"
  }

  /// A count with its digits in groups of three. Only the style moves them apart, so that a copy is
  /// the plain number.
  static func grouped(_ count: Int64) -> HTML {
    var (rest, groups) = (count.magnitude, "" as HTML)
    while rest >= 1_000 {
      groups = "<span>\(String(String(1_000 + rest % 1_000).dropFirst()))</span>\(groups)"
      rest /= 1_000
    }
    return "\(count < 0 ? "-" : "")\(rest)\(groups)"
  }

  /// A name that somebody chose, in its own direction.
  static func name(_ name: String) -> HTML { "<bdi>\(name)</bdi>" }
}

extension String {
  /// A label as a heading or on a button: with a capital letter.
  var asHeading: String { prefix(1).uppercased() + dropFirst() }
}

extension PageContext {
  /// The sums of periods as a table, each with a bar in proportion to the greatest.
  func chart(_ bars: some BidirectionalCollection<ChartBar>, by span: Span) -> HTML {
    let greatest = bars.compactMap(\.sum).map(\.magnitude).max() ?? 0
    let rows = bars.reversed().map { bar in
      """
      <tr><th scope="row">\(bar.label(by: span, in: calendar))</th>\
      <td class="bar">\(Self.bar(bar.sum ?? 0, greatest: greatest))</td>\
      <td class="number">\(CounterWords.sum(bar.sum))</td></tr>

      """ as HTML
    }
    return "<table class=\"chart\">\n\(rows)</table>\n"
  }

  /// A bar; a negative sum is marked.
  private static func bar(_ sum: Int64, greatest: UInt64) -> HTML {
    """
    <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">\
    <rect\(sum < 0 ? " class=\"below\"" : "" as HTML) \
    width="\(sum.magnitude.share(of: greatest, steps: 100))" height="8"/></svg>
    """
  }
}
