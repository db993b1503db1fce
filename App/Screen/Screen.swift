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
  /// The row that the help begins with; `nil` while it is not shown.
  private var helpRow: Int?

  @ObservationIgnored private let scene: @MainActor () -> Scene
  @ObservationIgnored private let page: Page
  @ObservationIgnored private let makeSecret: @Sendable () -> SecretLine
  @ObservationIgnored private var waiting = KeyQueue()
  @ObservationIgnored private var isWorking = false
  @ObservationIgnored private var completions: [CheckedContinuation<Void, Never>] = []
  @ObservationIgnored private var greeted = WeakScene()

  /// A screen of that size, on which characters are as wide as on `page`, for the scene that is to be
  /// shown at a time.
  init(
    showing scene: @escaping @MainActor () -> Scene, size: Frame.Size, page: Page,
    makeSecret: @escaping @Sendable () -> SecretLine
  ) {
    self.scene = scene
    self.size = size
    self.page = page
    self.makeSecret = makeSecret
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
    guard !pressGeneral(key, on: stage, rows: rows) else { return }
    stage.press(key, rows: rows)
    // Keys that arrived meanwhile are counted in one transaction.
    while stage.takesMoreKeys, let next = waiting.first,
      stage.isTyping || next.shortcut(GeneralShortcut.self) == nil, let key = waiting.take()
    {
      stage.press(key, rows: rows)
    }
    own = (stage.anyView, WeakScene(stage.scene))
    await stage.performActions()
    await greet()
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
    HelpView(hints: stage.hints + GeneralShortcut.hints)
  }

  private func chrome(of stage: any Stage) -> Chrome {
    let own = stage.isTyping ? stage.hints : stage.hints + GeneralShortcut.hints
    return Chrome(
      location: stage.state.location, notice: stage.state.notice, alert: stage.state.alert,
      hints: helpRow == nil ? own : [.close])
  }

  private var stage: any Stage {
    scene().shown(
      by: ScreenViews(view: own.view, scene: own.scene.scene, makeSecret: makeSecret))
  }
}

/// A scene's view model that may be gone.
private struct WeakScene {
  weak var scene: AnyObject?

  init(_ scene: AnyObject? = nil) {
    self.scene = scene
  }
}
