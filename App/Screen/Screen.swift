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

  /// The view of the scene that was shown last, for it keeps what is the screen's own: the marked row, say.
  private var own: (view: (any SceneView)?, scene: WeakScene) = (nil, WeakScene())
  /// The scene whose notice and alert are gone, since a question came after them.
  private var silenced = WeakScene()
  /// The row that the help begins with; `nil` while it is not shown.
  private var helpRow: Int?
  /// What is asked on a scene, and the key that does it once the person has said yes.
  private var asked: (question: String, key: KeyPress, scene: WeakScene)?

  @ObservationIgnored private let scene: @MainActor () -> Scene
  @ObservationIgnored private let quittingEndsSession: @MainActor () -> Bool
  @ObservationIgnored private let page: Page
  @ObservationIgnored private let days: any Days
  @ObservationIgnored private var waiting = KeyQueue()
  @ObservationIgnored private var isWorking = false
  @ObservationIgnored private var completions: [CheckedContinuation<Void, Never>] = []
  @ObservationIgnored private var greeted = WeakScene()

  /// A screen of that size, on which characters are as wide as on `page` and times are those of `days`, for the
  /// scene that is to be shown at a time.
  init(
    showing scene: @escaping @MainActor () -> Scene, size: Frame.Size, page: Page, days: any Days,
    quittingEndsSession: @escaping @MainActor () -> Bool
  ) {
    self.scene = scene
    self.quittingEndsSession = quittingEndsSession
    self.size = size
    self.page = page
    self.days = days
  }

  /// What is shown now; `nil` once the screen was left.
  var frame: Frame? {
    guard ending == nil else { return nil }
    let stage = stage
    return chrome(of: stage).frame(size: size, page: page) { canvas in
      if let helpRow {
        help(on: stage).draw(from: helpRow, on: &canvas)
      } else {
        stage.draw(on: &canvas)
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
      await greet()
      while ending == nil, let key = waiting.take() { await press(key) }
      isWorking = false
      let done = completions
      completions = []
      done.forEach { $0.resume() }
    }
  }

  private func press(_ key: KeyPress) async {
    var stage = stage
    let rows = chrome(of: stage).bodyRows(size: size, page: page)
    if let question = question(on: stage) {
      return await answer(key, to: question.key, on: &stage, rows: rows)
    }
    guard !pressGeneral(key, on: stage, rows: rows) else { return }
    take(key, on: &stage, rows: rows)
    // Keys that arrived meanwhile are counted in one transaction.
    while stage.takesMoreKeys, let next = waiting.first,
      stage.isTyping || next.shortcut(GeneralShortcut.self) == nil, let key = waiting.take()
    {
      take(key, on: &stage, rows: rows)
    }
    if let question = stage.question {
      asked = (question, key, WeakScene(stage.scene))
    } else {
      await perform(&stage)
    }
  }

  /// Hands a key to the scene. A question that comes or goes takes along what was said before.
  private func take(_ key: KeyPress, on stage: inout any Stage, rows: Int) {
    let wasTyping = stage.isTyping
    stage.press(key, rows: rows)
    if stage.isTyping != wasTyping { silenced = WeakScene(stage.scene) }
  }

  private func perform(_ stage: inout any Stage) async {
    own = (stage.anyView, WeakScene(stage.scene))
    let wasTyping = stage.isTyping
    guard await stage.performActions() else { return }
    silenced = WeakScene()
    own = (stage.anyView, WeakScene(stage.scene))
    let next = self.stage
    // What was typed on was meant for the form, which is gone with its scene.
    if wasTyping, next.scene !== stage.scene, next.state.alert != nil { waiting.removeAll() }
    await greet()
  }

  /// Does what was asked about, or drops it; no other key does anything meanwhile.
  private func answer(
    _ key: KeyPress, to asked: KeyPress, on stage: inout any Stage, rows: Int
  ) async {
    switch (key.shortcut(ConfirmationShortcut.self), key) {
    case (.yes, _) where asked.shortcut(GeneralShortcut.self) == .quit: ending = .quit
    case (.yes, _):
      self.asked = nil
      take(asked, on: &stage, rows: rows)
      await perform(&stage)
    case (nil, .escape):
      self.asked = nil
      silenced = WeakScene(stage.scene)
    default: break
    }
  }

  /// Whether the key is one of the screen itself, which has had its effect then.
  private func pressGeneral(_ key: KeyPress, on stage: any Stage, rows: Int) -> Bool {
    if let row = helpRow {
      let last = help(on: stage).lastFirst(in: rows)
      switch key {
      case .up: helpRow = max(0, min(row, last) - 1)
      case .down: helpRow = min(row + 1, last)
      default: helpRow = nil
      }
      return true
    }
    switch stage.isTyping ? nil : key.shortcut(GeneralShortcut.self) {
    case .help: helpRow = 0
    case .quit where quittingEndsSession():
      asked = (ScreenWords.quitQuestion, key, WeakScene(stage.scene))
    case .quit: ending = .quit
    case nil: return false
    }
    return true
  }

  /// Asks for what a scene is to show beside what it brought along, once.
  private func greet() async {
    let stage = stage
    guard ending == nil, greeted.scene !== stage.scene else { return }
    greeted = WeakScene(stage.scene)
    await stage.performRequests()
  }

  private func help(on stage: any Stage) -> HelpView {
    HelpView(hints: stage.hints + GeneralShortcut.hints, size: size, page: page)
  }

  private func chrome(of stage: any Stage) -> Chrome {
    Chrome(
      location: stage.state.location, messages: messages(of: stage), hints: hints(of: stage))
  }

  private func hints(of stage: any Stage) -> [KeyHint] {
    if helpRow != nil { return [.close] }
    if question(on: stage) != nil { return KeyHint.confirmation }
    return stage.isTyping ? stage.hints : stage.hints + GeneralShortcut.hints
  }

  private func messages(of stage: any Stage) -> [Chrome.Message] {
    if let question = question(on: stage) {
      return [Chrome.Message(text: question.text, style: .heading)]
    }
    guard silenced.scene !== stage.scene else { return [] }
    let notice = stage.state.notice.map { Chrome.Message(text: $0, style: .notice) }
    let alert = stage.state.alert.map {
      Chrome.Message(text: $0.refusal.screenSentence, style: .alert)
    }
    return [notice, alert].compactMap(\.self)
  }

  /// What is asked, if it is asked on that scene.
  private func question(on stage: any Stage) -> (text: String, key: KeyPress)? {
    guard let asked, asked.scene.scene === stage.scene else { return nil }
    return (asked.question, asked.key)
  }

  private var stage: any Stage {
    scene().shown(
      by: ScreenViews(view: own.view, scene: own.scene.scene, days: days))
  }
}

/// A scene's view model that may be gone.
private struct WeakScene {
  weak var scene: AnyObject?

  init(_ scene: AnyObject? = nil) {
    self.scene = scene
  }
}
