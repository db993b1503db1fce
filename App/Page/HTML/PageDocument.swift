import Domain
import Presentation

/// A whole HTML document.
@MainActor
struct PageDocument {
  let page: PageContext

  /// The document of a scene.
  func html(of host: any PageHost) -> HTML {
    let content = host.content
    let title =
      host.state is WelcomeScene.State
      ? PageWords.title : "\(content.heading) - \(PageWords.title)"
    return Self.document(title: title, body: body(main(of: host, content)))
  }

  /// The document when there is no scene to show.
  func html(heading: String, text: String) -> HTML {
    html(
      heading: heading, content: "<p>\(text)</p>\n<p>\(HTML.link(to: .start, "Start"))</p>\n")
  }

  /// The document of what is no scene.
  func html(heading: String, content: HTML) -> HTML {
    Self.document(
      title: "\(heading) - \(PageWords.title)",
      body: body(
        """
        \(top(of: nil))<main>
        <h1 dir="auto">\(heading)</h1>
        \(content)\(Self.places)</main>

        """))
  }

  private func body(_ main: HTML) -> HTML {
    let account: HTML = page.account.map { "\($0)" } ?? ""
    let now = page.now.map { " data-now=\"\($0.milliseconds)\"" as HTML }
    return """
      <body data-account="\(account)" data-store="\(page.store)"\(now)>
      \(main)</body>
      """
  }

  /// Where the script says how many taps wait, and what became of them.
  private static let places: HTML = """
    <p id="waiting" class="facts"></p>
    <p id="tap-alert" class="alert" role="alert"></p>
    <button id="dismiss" type="button">Dismiss</button>

    """

  /// What a person sees of a scene.
  func main(of host: any PageHost) -> HTML { main(of: host, host.content) }

  private func main(of host: any PageHost, _ content: PageContent) -> HTML {
    let state = host.state
    let signedIn = state as? any SignedInState
    let saysZone = !page.isPersonsTime && signedIn != nil && content.hasTop
    return """
      \(content.hasTop ? top(of: signedIn) : "")<main\(content.attributes)>
      <h1 dir="auto">\(content.heading)</h1>
      \(messages(of: state, besideNotice: content.hasNotice))\(Self.places)\(content.body)</main>
      \(saysZone ? "<footer>\(PageWords.serverTime)</footer>\n" as HTML : "")
      """
  }

  /// A document with a title, the files that it needs, and a body.
  nonisolated static func document(title: String, head: HTML = links, body: HTML) -> HTML {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(title)</title>
    \(head)
    </head>
    \(body)
    </html>

    """
  }

  /// The files of every page.
  private nonisolated static let links: HTML = """
    <link rel="stylesheet" href="/assets/tally.css">
    <link rel="manifest" href="/manifest.webmanifest">
    <link rel="icon" href="/assets/icon.svg">
    <script src="/assets/hand.js"></script>
    <script type="module" src="/assets/tally.js"></script>
    """

  private func top(of state: (any SignedInState)?) -> HTML {
    """
    <header>\(HTML.link(to: .start, "\(PageWords.title)")) \(state.map(beside))</header>

    """
  }

  /// Where an account can go; a guest has one counter, and a name to show whoever runs the evening.
  private func beside(_ state: any SignedInState) -> HTML {
    if state.username.isGuest { return "<b>\(HTML.name(state.username.text))</b>" }
    let links =
      [(Route.home, PageWords.counters)]
      + Destination.allCases.map { (.destination($0), $0.label.asHeading) }
    let items = links.map { route, text in
      HTML.link(to: route, "\(text)", isCurrent: route == page.address.route) + " "
    }
    return "<nav>\(items)</nav>"
  }

  private func messages(of state: any SceneState, besideNotice: Bool) -> HTML {
    let notice =
      besideNotice
      ? nil : state.notice.map { "<p class=\"notice\" role=\"status\">\($0)</p>\n" as HTML }
    let alert = state.alert.map { alert in
      "<p class=\"alert\" role=\"alert\">\(sentence(of: alert.refusal))</p>\n" as HTML
    }
    return "\(notice)\(alert)"
  }

  private func sentence(of refusal: Refusal) -> HTML {
    guard let remedy = refusal.pageRemedy else { return "\(refusal.fact)" }
    let text: HTML = "\(remedy.text)"
    let shown = remedy.route.map { page.link(to: $0, text) } ?? text
    return refusal.fact.hasSuffix("?") ? "\(refusal.fact) \(shown)" : "\(refusal.fact). \(shown)"
  }
}
