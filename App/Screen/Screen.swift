import Domain
import Observation
import Presentation
import Terminal

/// The full screen: computes frames and handles keys, without a terminal.
///
/// The frame depends only on the scene and on this class, both of which are observed, so no redraw
/// is ever requested.
@MainActor
@Observable
package final class Screen {
  /// How the user left the screen.
  package enum Ending: Equatable, Sendable {
    case quit, interrupted
  }

  /// The present size.
  var size: Frame.Size
  /// How the screen was left; `nil` while it is shown.
  private(set) var ending: Ending?

  /// The last view with its scene. The view keeps what only the screen knows, such as the marked
  /// row.
  private var lastView: (view: (any ScreenView)?, scene: WeakScene) = (nil, WeakScene())
  /// The notice and the alert that are hidden, because a question came after them.
  private var silenced: (scene: WeakScene, notice: String?, alert: Alert?)?
  /// The first row of the help; `nil` while it is hidden.
  private var helpRow: Int?
  /// A question on a scene, and what to do after it is confirmed; without a host, to quit.
  private var asked: (question: String, confirmed: (any ViewHost)?, scene: WeakScene)?
  /// Whether a form went away while a text was typed into it. The rest of the text is ignored.
  private var isFormLost = false

  @ObservationIgnored private let scene: @MainActor () -> ActiveScene
  @ObservationIgnored private let quittingEndsSession: @MainActor () -> Bool
  @ObservationIgnored private let metrics: TextMetrics
  @ObservationIgnored private let calendar: any LocalCalendar
  @ObservationIgnored private var waiting = KeyQueue()
  @ObservationIgnored private var isWorking = false
  @ObservationIgnored private var completions: [CheckedContinuation<Void, Never>] = []
  @ObservationIgnored private var requested = WeakScene()
  /// The scene that the waiting keys were made for.
  @ObservationIgnored private var keyScene = WeakScene()

  /// Creates a screen of this size, with the character widths of `metrics` and times in `calendar`.
  /// `showing` returns the present scene.
  init(
    showing scene: @escaping @MainActor () -> ActiveScene, size: Frame.Size, metrics: TextMetrics,
    calendar: any LocalCalendar,
    quittingEndsSession: @escaping @MainActor () -> Bool
  ) {
    self.scene = scene
    self.quittingEndsSession = quittingEndsSession
    self.size = size
    self.metrics = metrics
    self.calendar = calendar
    keyScene = WeakScene(host.scene)
  }

  /// The present frame; `nil` after the screen was left.
  var frame: Frame? {
    guard ending == nil else { return nil }
    let host = host
    var frame = chrome(of: host).frame(size: size, metrics: metrics) { canvas in
      if let helpRow {
        help(on: host).draw(from: helpRow, on: &canvas)
      } else {
        host.draw(on: &canvas)
      }
    }
    frame.targetsReached = host.state.targetsReached
    return frame
  }

  /// Queues keys and returns at once.
  func send(_ keys: [KeyPress]) {
    if let key = keys.first(where: { $0 == .interrupt || $0 == .endOfInput }) {
      ending = key == .interrupt ? .interrupted : .quit
    }
    forgetKeysOfLostScene()
    // A click is for what is shown now, which earlier keys may change.
    keys.compactMap { meaning(of: $0) }.forEach { waiting.append($0) }
    work()
  }

  /// Queues keys and returns when everything is done.
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

  /// Forgets the keys for a scene that went away by itself, so that they do nothing on the next.
  private func forgetKeysOfLostScene() {
    let host = host
    guard keyScene.scene !== host.scene else { return }
    keyScene = WeakScene(host.scene)
    waiting.removeAll()
    isFormLost = lastView.view?.isTyping ?? false
    lastView = (host.anyView, WeakScene(host.scene))
    asked = nil
  }

  private func press(_ pressed: KeyPress) async {
    forgetKeysOfLostScene()
    var host = host
    guard !isFormLost || endsLostForm(pressed), let key = typed(pressed, on: host) else { return }
    let rows = chrome(of: host).bodyRows(size: size, metrics: metrics)
    if question(on: host) != nil { return await answer(key, on: host) }
    guard !pressGeneral(key, on: host, rows: rows) else { return }
    take(key, on: &host, rows: rows)
    // Keys that arrived meanwhile are counted in one transaction.
    while host.takesMoreKeys, let next = waiting.first,
      host.isTyping || !KeyHint.general.contains(where: { $0.press == next })
    {
      var following = host
      if let key = typed(next, on: host) { take(key, on: &following, rows: rows) }
      // Any other key waits for the outcome: after a refused count, a move is still a move.
      guard host.isTyping || following.takesMoreKeys else { break }
      _ = waiting.take()
      host = following
    }
    if let question = host.question {
      asked = (question, host, WeakScene(host.scene))
    } else {
      await perform(&host)
    }
  }

  /// Ends the text for a form that is gone: Enter and Esc belong to it, a move or a click does not.
  ///
  /// - Returns: whether the key acts on what is shown now.
  private func endsLostForm(_ key: KeyPress) -> Bool {
    switch key {
    case .enter, .escape:
      isFormLost = false
      return false
    case .up, .down, .pageUp, .pageDown, .click, .row:
      isFormLost = false
      return true
    default: return false
    }
  }

  /// The key, or the text of a paste, which is ignored outside of a field. Outside of a field, `j`,
  /// `k`, `g` and `G` move as in `less` and `vi`.
  private func typed(_ key: KeyPress, on host: any ViewHost) -> KeyPress? {
    let isText = helpRow == nil && question(on: host) == nil && host.isTyping
    if case .pasted(let scalar) = key { return isText ? .character(scalar) : nil }
    return isText ? key : key.move ?? key
  }

  /// The key or row that is clicked, or `nil` for a click elsewhere; other keys stay the same.
  private func meaning(of key: KeyPress) -> KeyPress? {
    guard case .click(let position) = key else { return key }
    return frame?.key(at: position)
  }

  /// Passes a key to the scene. A new or closed question hides earlier messages.
  private func take(_ key: KeyPress, on host: inout any ViewHost, rows: Int) {
    let wasTyping = host.isTyping
    host.press(key, rows: rows)
    if host.isTyping != wasTyping { silence(host) }
  }

  private func perform(_ host: inout any ViewHost) async {
    lastView = (host.anyView, WeakScene(host.scene))
    guard await host.performActions() else { return }
    silenced = nil
    lastView = (host.anyView, WeakScene(host.scene))
    let next = self.host
    if next.scene !== host.scene {
      keyScene = WeakScene(next.scene)
      // Further keys were for the scene that the alert says is gone.
      if next.state.alert != nil { waiting.removeAll() }
    }
    await performRequests()
  }

  /// Handles the answer to a confirmation; other keys are ignored.
  private func answer(_ key: KeyPress, on host: any ViewHost) async {
    switch key {
    case .character("y"):
      let confirmed = asked?.confirmed
      asked = nil
      if var confirmed { await perform(&confirmed) } else { ending = .quit }
    case .character("n"), .escape:
      asked = nil
      silence(host)
    default: break
    }
  }

  /// Handles a key of the screen itself; returns whether it was one.
  private func pressGeneral(_ key: KeyPress, on host: any ViewHost, rows: Int) -> Bool {
    if let row = helpRow {
      let last = help(on: host).lastFirst(in: rows)
      switch key {
      case .up: helpRow = max(0, min(row, last) - 1)
      case .down: helpRow = min(row + 1, last)
      case .pageUp: helpRow = max(0, min(row, last) - rows)
      case .pageDown: helpRow = min(row + rows, last)
      case .home: helpRow = 0
      case .end: helpRow = last
      default: helpRow = nil
      }
      return true
    }
    guard !host.isTyping else { return false }
    switch key {
    case .character("?"): helpRow = 0
    case .character("q") where quittingEndsSession():
      let user = (host.state as? any SignedInState)?.username
      asked = (ScreenWords.quitQuestion(user), nil, WeakScene(host.scene))
    case .character("q"): ending = .quit
    default: return false
    }
    return true
  }

  private func silence(_ host: any ViewHost) {
    silenced = (WeakScene(host.scene), host.notice, host.state.alert)
  }

  /// Performs the extra requests of a new scene, once.
  private func performRequests() async {
    let host = host
    guard ending == nil, requested.scene !== host.scene else { return }
    requested = WeakScene(host.scene)
    // The mark stays on its counter, even if others change the list before the first key.
    lastView = (host.anyView, WeakScene(host.scene))
    await host.performRequests()
  }

  private func help(on host: any ViewHost) -> HelpView {
    HelpView(hints: host.hints + KeyHint.general + [.mouse], size: size, metrics: metrics)
  }

  private func chrome(of host: any ViewHost) -> Chrome {
    Chrome(
      location: host.state.location, messages: messages(of: host), hints: hints(of: host))
  }

  private func hints(of host: any ViewHost) -> [KeyHint] {
    if helpRow != nil { return [.close] }
    if isFormLost { return KeyHint.lostForm }
    if question(on: host) != nil { return KeyHint.confirmation }
    return host.isTyping ? host.hints : host.hints + KeyHint.general
  }

  private func messages(of host: any ViewHost) -> [(text: String, style: Frame.Style)] {
    if let question = question(on: host) { return [(question, .heading)] }
    let silenced = silenced.flatMap { $0.scene.scene === host.scene ? $0 : nil }
    var messages: [(text: String, style: Frame.Style)] = []
    if let notice = host.notice, notice != silenced?.notice { messages.append((notice, .notice)) }
    // An alert that came after the question is shown.
    if let alert = host.state.alert, alert != silenced?.alert {
      messages.append((alert.refusal.screenSentence, .alert))
    }
    return messages
  }

  /// The question, if it belongs to this scene.
  private func question(on host: any ViewHost) -> String? {
    guard let asked, asked.scene.scene === host.scene else { return nil }
    return asked.question
  }

  private var host: any ViewHost {
    scene().shown(
      by: ScreenViewFactory(view: lastView.view, scene: lastView.scene.scene, calendar: calendar))
  }
}

/// A weak reference to a scene's view model.
private struct WeakScene {
  weak var scene: AnyObject?

  init(_ scene: AnyObject? = nil) {
    self.scene = scene
  }
}
