import Domain
import Doubles
import Presentation
import Samples
import Testing

@testable import PageToolkit

/// What pages show.
@MainActor
@Suite(.limited) struct PageViewTests {
  private func document(
    _ scene: ActiveScene, draft: FormDraft = FormDraft()
  ) -> String {
    let page = PageContext(
      address: PageAddress(scene.route), calendar: FixedCalendar(), account: 1, store: "5afe",
      draft: draft)
    return PageDocument(page: page).html(of: scene.shown(by: PageViewFactory(page: page))).text
  }

  @Test func `every sample of every scene is a document without script or style in it`() throws {
    for kind in ActiveScene.sampled {
      for scene in try kind.still() {
        let html = document(scene)
        #expect(html.hasPrefix("<!doctype html>"))
        #expect(html.matches(of: /<h1/).count == 1)
        #expect(html.firstMatch(of: /<[^>]* (style|on[a-z]+)=/) == nil)
        let script = /<script (type="module" )?src="[^"]*">/
        #expect(html.replacing(script, with: "").contains("<script") == false)
        for id in html.matches(of: /\sid="([^"]*)"/).map(\.1) {
          #expect(html.matches(of: /\sid="([^"]*)"/).count { $0.1 == id } == 1, "\(id)")
        }
      }
    }
  }

  @Test func `an alert is shown with its fact, and a notice`() throws {
    for kind in ActiveScene.sampled {
      for scene in try kind.still() {
        let html = document(scene)
        if let alert = scene.state.alert {
          #expect(html.contains(("role=\"alert\">\(alert.fact)" as HTML).text))
        }
        if let notice = scene.state.notice {
          #expect(html.contains(("role=\"status\">\(notice)" as HTML).text))
        }
      }
    }
  }

  @Test func `nothing that somebody typed is markup`() throws {
    let evil = "<script>alert(1)</script>\"'><img src=x onerror=y>"
    var counter = try #require(try CounterScene.samples().first).value.counter
    counter = Counter(
      id: 1, name: CounterName(text: evil, key: evil), owner: counter.owner, count: 1,
      changedAt: nil, target: 7)
    let username = counter.owner
    var open = CounterScene.State(of: counter, username: username)
    open.notice = evil
    open.alert = Alert(.noSuchCounter(named: evil, near: evil))
    open.isStarted = true
    open.chart = []
    open.newest = Change(
      number: 1, id: Change.ID(evil), time: Timestamp(milliseconds: 0), event: .made(.add(1)),
      amount: 1,
      count: 1, author: .imported(evil))
    var history = try #require(try HistoryScene.samples().first).value
    history.counter = counter
    history.changes = [try #require(open.newest)]
    history.newest = 20
    var home = try #require(try HomeScene.samples().first).value
    home.counters = [CounterSummary(counter: counter, change: 1)]
    var login = try #require(LoginScene.samples().first).value
    login.username.text = evil
    var account = try #require(try AccountScene.samples().first).value
    account.otherSessions = [
      SessionSummary(
        place: evil, createdAt: Timestamp(milliseconds: 0), lastUsedAt: Timestamp(milliseconds: 0))
    ]
    var members = try #require(try MembersScene.samples().first).value
    members.counter = counter
    let draft = FormDraft(
      deed: "rename", texts: [.name: evil, .count: evil, .amount: evil, .username: evil])
    let scenes = [
      still(open, CounterScene.self), still(history, HistoryScene.self),
      still(home, HomeScene.self), still(login, LoginScene.self),
      still(account, AccountScene.self),
      still(members, MembersScene.self),
    ]
    for scene in scenes {
      let html = document(scene, draft: draft)
      #expect(html.contains("&lt;script&gt;alert(1)"), "\(scene)")
      #expect(!html.contains("<script>alert") && !html.contains("<img"))
      #expect(!html.contains("\"'>"))
    }
  }

  @Test func `everything that can be done on a counter is a form or a link`() throws {
    let counter = try #require(try CounterScene.samples().first { $0.key == "filling" }).value
    let html = document(still(counter, CounterScene.self))
    for choice in counter.choices {
      switch choice {
      case .history: #expect(html.contains("href=\"/counters/door/history\""))
      case .members: #expect(html.contains("href=\"/counters/door/members\""))
      case .list: #expect(html.contains("href=\"/counters\""))
      default: #expect(html.contains("name=\"do\" value=\"\(choice.label)\""), "\(choice)")
      }
    }
    let viewing = try #require(try CounterScene.samples().first { $0.key == "viewing" }).value
    #expect(!document(still(viewing, CounterScene.self)).contains("name=\"do\""))
  }

  @Test func `everything that can be done with an account and with members is a form`() throws {
    let account = try #require(try AccountScene.samples().first).value
    let html = document(still(account, AccountScene.self))
    for choice in AccountScene.Choice.allCases {
      #expect(html.contains("name=\"do\" value=\"\(choice.label)\""), "\(choice)")
    }
    for name in ["several", "as-a-member"] {
      let members = try #require(try MembersScene.samples().first { $0.key == name }).value
      let html = document(still(members, MembersScene.self))
      for choice in members.choices {
        #expect(html.contains("name=\"do\" value=\"\(choice.label)\""), "\(choice)")
      }
    }
  }

  @Test func `a row of the list counts, undoes and opens`() throws {
    let home = try #require(try HomeScene.samples().first { $0.key == "shared" }).value
    let html = document(still(home, HomeScene.self))
    let rows = html.split(separator: "<li data-counter").dropFirst()
    #expect(rows.count == home.counters.count)
    for (row, summary) in zip(rows, home.counters) {
      #expect(row.contains("value=\"open\""))
      for deed in ["add", "subtract", "undo"] {
        #expect(row.contains("value=\"\(deed)\"") == (summary.counter.permission != .views))
      }
    }
    #expect(html.contains("name=\"search\"") && html.contains("value=\"new\""))
  }

  @Test func `a long list is cut, and a search finds the others`() throws {
    let home = try #require(try HomeScene.samples().first { $0.key == "ten-thousand" }).value
    let scene = still(home, HomeScene.self)
    #expect(document(scene).matches(of: /<li data-counter/).count == HomePageView.mostRows)
    let page = PageContext(
      address: PageAddress(.home, search: "counter 9999"), calendar: FixedCalendar())
    let found = PageDocument(page: page).html(of: scene.shown(by: PageViewFactory(page: page)))
    #expect(found.text.matches(of: /<li data-counter/).count == 1)
  }

  @Test func `the script is told the numbers of the account and the counter, and no names`() throws
  {
    let counter = try #require(try CounterScene.samples().first { $0.key == "filling" }).value
    let html = document(still(counter, CounterScene.self))
    #expect(html.contains("<body data-account=\"1\" data-store=\"5afe\">"))
    let target = #"data-target="120" data-limit="" data-standing="lastTenth""#
    #expect(
      html.contains(#"<main data-counter="1" data-version="0" data-count="118" \#(target)>"#))
    #expect(html.matches(of: /class="tap" data-amount="-?1"/).count == 2)
  }

  @Test func `the page of a counter takes at most 60 KB with its style and script`() throws {
    let assets = ["tally.css", "hand.js", "tally.js", "count.js", "queue.js", "store.js"].map {
      "/assets/\($0)"
    }
    let sizes = assets.compactMap { PageAssets.asset(at: $0)?.bytes.count }
    #expect(sizes.count == assets.count)
    for (name, state) in try CounterScene.samples() {
      let html = document(still(state, CounterScene.self))
      #expect(html.utf8.count + sizes.reduce(0, +) <= 60_000, "\(name)")
    }
  }

  private func still<Scene: RoutedScene>(_ state: Scene.State, _ scene: Scene.Type) -> ActiveScene {
    let still = StillScene<Scene>()
    return Scene.scene(SceneViewModel(state: state, interactor: still, presenter: still))
  }
}
