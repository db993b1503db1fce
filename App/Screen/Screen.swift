import Domain
import Observation
import Presentation

/// The full screen: which frame is shown now, and what a key does.
///
/// It knows no terminal. What is drawn follows from the scene and from what this class holds, all of
/// it observed, so nothing here asks for a redraw.
@MainActor
@Observable
final class Screen {
  /// How the screen was left.
  enum Ending: Equatable, Sendable {
    case quit, interrupted
  }

  /// How many rows and columns there are now.
  var size: Frame.Size
  /// How the screen was left; `nil` while it is shown.
  private(set) var ending: Ending?

  /// The view of the scene that was shown last, which keeps what only the screen knows: the marked row, say.
  private var lastView: (view: (any ScreenView)?, scene: WeakScene) = (nil, WeakScene())
  /// The scene whose notice and alert are gone, since a question came after them.
  private var silenced = WeakScene()
  /// The row that the help begins with; `nil` while it is not shown.
  private var helpRow: Int?
  /// What is asked on a scene, and the key that does it once the person has said yes.
  private var asked: (question: String, key: KeyPress, scene: WeakScene)?

  @ObservationIgnored private let scene: @MainActor () -> ActiveScene
  @ObservationIgnored private let quittingEndsSession: @MainActor () -> Bool
  @ObservationIgnored private let page: Page
  @ObservationIgnored private let calendar: any LocalCalendar
  @ObservationIgnored private var waiting = KeyQueue()
  @ObservationIgnored private var isWorking = false
  @ObservationIgnored private var completions: [CheckedContinuation<Void, Never>] = []
  @ObservationIgnored private var requested = WeakScene()

  /// A screen of that size, on which characters are as wide as on `page` and times are those of `calendar`, for the
  /// scene that is to be shown at a time.
  init(
    showing scene: @escaping @MainActor () -> ActiveScene, size: Frame.Size, page: Page,
    calendar: any LocalCalendar,
    quittingEndsSession: @escaping @MainActor () -> Bool
  ) {
    self.scene = scene
    self.quittingEndsSession = quittingEndsSession
    self.size = size
    self.page = page
    self.calendar = calendar
  }

  /// What is shown now; `nil` once the screen was left.
  var frame: Frame? {
    guard ending == nil else { return nil }
    let host = host
    return chrome(of: host).frame(size: size, page: page) { canvas in
      if let helpRow {
        help(on: host).draw(from: helpRow, on: &canvas)
      } else {
        host.draw(on: &canvas)
      }
    }
  }

  /// Takes keys in and returns at once; they are worked off in their order.
  func send(_ keys: [KeyPress]) {
    if let key = keys.first(where: { $0 == .interrupt || $0 == .endOfInput }) {
      ending = key == .interrupt ? .interrupted : .quit
    }
    keys.forEach { waiting.append($0) }
    work()
  }

  /// Takes keys in, and returns once all is done that they led to.
  func perform(_ keys: [KeyPress] = []) async {
    await withCheckedContinuation { completion in
      completions.append(completion)
      send(keys)
    }
  }

  private func work() {
    guard !isWorking else { return }
    isWorking = true
    Task {
      await performRequests()
      while ending == nil, let key = waiting.take() { await press(key) }
      isWorking = false
      let done = completions
      completions = []
      done.forEach { $0.resume() }
    }
  }

  private func press(_ key: KeyPress) async {
    var host = host
    let rows = chrome(of: host).bodyRows(size: size, page: page)
    if let question = question(on: host) {
      return await answer(key, to: question.key, on: &host, rows: rows)
    }
    guard !pressGeneral(key, on: host, rows: rows) else { return }
    take(key, on: &host, rows: rows)
    // Keys that arrived in the meantime are counted in one transaction.
    while host.takesMoreKeys, let next = waiting.first,
      host.isTyping || next.shortcut(GeneralShortcut.self) == nil, let key = waiting.take()
    {
      take(key, on: &host, rows: rows)
    }
    if let question = host.question {
      asked = (question, key, WeakScene(host.scene))
    } else {
      await perform(&host)
    }
  }

  /// Hands a key to the scene. A question that comes or goes takes along what was said before.
  private func take(_ key: KeyPress, on host: inout any ViewHost, rows: Int) {
    let wasTyping = host.isTyping
    host.press(key, rows: rows)
    if host.isTyping != wasTyping { silenced = WeakScene(host.scene) }
  }

  private func perform(_ host: inout any ViewHost) async {
    lastView = (host.anyView, WeakScene(host.scene))
    let wasTyping = host.isTyping
    guard await host.performActions() else { return }
    silenced = WeakScene()
    lastView = (host.anyView, WeakScene(host.scene))
    let next = self.host
    // What was typed on was meant for the form, which is gone with its scene.
    if wasTyping, next.scene !== host.scene, next.state.alert != nil { waiting.removeAll() }
    await performRequests()
  }

  /// Does what was asked about, or drops it; no other key does anything in the meantime.
  private func answer(
    _ key: KeyPress, to asked: KeyPress, on host: inout any ViewHost, rows: Int
  ) async {
    switch (key.shortcut(ConfirmationShortcut.self), key) {
    case (.yes, _) where asked.shortcut(GeneralShortcut.self) == .quit: ending = .quit
    case (.yes, _):
      self.asked = nil
      take(asked, on: &host, rows: rows)
      await perform(&host)
    case (nil, .escape):
      self.asked = nil
      silenced = WeakScene(host.scene)
    default: break
    }
  }

  /// Whether the key is one of the screen itself, which has had its effect then.
  private func pressGeneral(_ key: KeyPress, on host: any ViewHost, rows: Int) -> Bool {
    if let row = helpRow {
      let last = help(on: host).lastFirst(in: rows)
      switch key {
      case .up: helpRow = max(0, min(row, last) - 1)
      case .down: helpRow = min(row + 1, last)
      default: helpRow = nil
      }
      return true
    }
    switch host.isTyping ? nil : key.shortcut(GeneralShortcut.self) {
    case .help: helpRow = 0
    case .quit where quittingEndsSession():
      asked = (ScreenWords.quitQuestion, key, WeakScene(host.scene))
    case .quit: ending = .quit
    case nil: return false
    }
    return true
  }

  /// Asks for what a scene is to show beside what it brought along, once.
  private func performRequests() async {
    let host = host
    guard ending == nil, requested.scene !== host.scene else { return }
    requested = WeakScene(host.scene)
    // What is marked stays marked, whatever others do to the list before the first key.
    lastView = (host.anyView, WeakScene(host.scene))
    await host.performRequests()
  }

  private func help(on host: any ViewHost) -> HelpView {
    HelpView(hints: host.hints + GeneralShortcut.hints, size: size, page: page)
  }

  private func chrome(of host: any ViewHost) -> Chrome {
    Chrome(
      location: host.state.location, messages: messages(of: host), hints: hints(of: host))
  }

  private func hints(of host: any ViewHost) -> [KeyHint] {
    if helpRow != nil { return [.close] }
    if question(on: host) != nil { return KeyHint.confirmation }
    return host.isTyping ? host.hints : host.hints + GeneralShortcut.hints
  }

  private func messages(of host: any ViewHost) -> [Chrome.Message] {
    if let question = question(on: host) {
      return [Chrome.Message(text: question.text, style: .heading)]
    }
    guard silenced.scene !== host.scene else { return [] }
    let notice = host.state.notice.map { Chrome.Message(text: $0, style: .notice) }
    let alert = host.state.alert.map {
      Chrome.Message(text: $0.refusal.screenSentence, style: .alert)
    }
    return [notice, alert].compactMap(\.self)
  }

  /// What is asked, if it is asked on that scene.
  private func question(on host: any ViewHost) -> (text: String, key: KeyPress)? {
    guard let asked, asked.scene.scene === host.scene else { return nil }
    return (asked.question, asked.key)
  }

  private var host: any ViewHost {
    scene().shown(
      by: ScreenViewFactory(view: lastView.view, scene: lastView.scene.scene, calendar: calendar))
  }
}

/// A scene's view model that may be gone.
private struct WeakScene {
  weak var scene: AnyObject?

  init(_ scene: AnyObject? = nil) {
    self.scene = scene
  }
}
