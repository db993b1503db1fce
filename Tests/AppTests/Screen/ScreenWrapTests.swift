import Domain
import Doubles
import Presentation
import Samples
import Testing

@testable import ScreenToolkit
@testable import Terminal

/// Wrapping and shortening of text, and the cursor in it.
@MainActor
@Suite(.limited) struct ScreenWrapTests {
  nonisolated private static let widths = [40, 50, 80]

  private func metrics(columns: Int, wide: String = "") -> TextMetrics {
    TextMetrics(columns: columns, hasBlocks: true) { wide.unicodeScalars.contains($0) ? 2 : 1 }
  }

  /// The words of a frame, without line breaks.
  private func words(of frame: Frame) -> String {
    frame.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
  }

  @Test(arguments: widths)
  func `Every sentence of every scene is shown completely`(columns: Int) throws {
    for kind in ActiveScene.sampled {
      for scene in try kind.still() {
        let screen = Screen(
          showing: { scene }, size: Frame.Size(rows: 24, columns: columns),
          metrics: metrics(columns: columns), calendar: FixedCalendar(),
          quittingEndsSession: { false })
        let shown = words(of: try #require(screen.frame))
        let state = scene.state
        for text in [state.notice, state.alert?.refusal.screenSentence].compactMap(\.self) {
          #expect(shown.contains(text), "\(kind.name)")
        }
        switch scene {
        case .welcome(let welcome): #expect(shown.contains(welcome.state.about))
        case .counter(let counter)
        where counter.state.isStarted || counter.state.counter.target != nil:
          #expect(shown.contains(CounterWords.count(counter.state.counter)))
        case .counter: #expect(shown.contains(ScreenWords.startCounting))
        case .home(let home) where home.state.openCounter == nil:
          #expect(shown.contains(Refusal.noCounterOpen.screenSentence))
        default: break
        }
      }
    }
  }

  @Test(arguments: widths)
  func `A long alert is shown completely in any space`(columns: Int) throws {
    let alert = Refusal.store(
      .unopenable(
        cause: "no such file or directory: /home/ada/.local/share/tally/tally.db"
      )
    ).sentence
    let chrome = Chrome(
      location: "ada", messages: [(alert, .alert)], hints: CounterScene.Choice.hints)
    let frame = chrome.frame(
      size: Frame.Size(rows: 16, columns: columns), metrics: metrics(columns: columns)
    ) { _ in }
    let text = frame.styled(.alert).joined(separator: " ")
    #expect(text.replacing(" ", with: "") == alert.replacing(" ", with: ""))
  }

  @Test(arguments: widths)
  func `Help is shown completely and wrapped`(columns: Int) async throws {
    let on = ScreenWorld()
    _ = try await on.loggedIn()
    let screen = await on.screen(rows: 60, columns: columns)
    for keys in ["?", " h?", " \u{1B}c?", " a?"] {
      await screen.perform(KeyPress.typing(keys).map { $0 == .character("\u{1B}") ? .escape : $0 })
      let frame = try #require(screen.frame)
      let views = ScreenViewFactory(view: nil, scene: nil, calendar: FixedCalendar())
      for hint in on.flow.scene.shown(by: views).hints {
        #expect(words(of: frame).contains("\(hint.key) \(hint.meaning)"))
      }
      #expect(!frame.text.contains("…"))
    }
  }

  @Test func `Text is shortened between characters`() {
    let canvas = Canvas(
      size: Frame.Size(rows: 1, columns: 9), metrics: metrics(columns: 9, wide: "🇩🇪🇫🇷"))
    #expect(canvas.fitted("🇩🇪🇫🇷", to: 8) == "🇩🇪🇫🇷")
    #expect(canvas.fitted("🇩🇪🇫🇷", to: 7) == "🇩🇪…")
    #expect(canvas.fitted("🇩🇪🇫🇷", to: 4) == "…")
  }

  @Test
  func `The cursor follows the last wide character in a long text`()
    async throws
  {
    let on = ScreenWorld()
    _ = try await on.loggedIn()
    let screen = await on.screen(columns: 40, wide: "茶")
    await screen.perform(.typing("e") + [.eraseLine])
    for count in 1...30 {
      await screen.perform(.typing("茶"))
      let frame = try #require(screen.frame)
      let cursor = try #require(frame.cursor)
      let row = frame.rows[cursor.row]
      #expect(row[cursor.column].text == " " && row[cursor.column - 1].text == "", "\(count)")
      #expect(row[cursor.column - 2].text == "茶", "\(count)")
    }
  }
}
