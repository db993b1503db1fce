import Domain
import Doubles
import Presentation

@testable import ScreenToolkit
@testable import Terminal

/// A screen over test doubles, without a terminal.
@MainActor
struct ScreenWorld {
  let world = TestWorld()
  let flow: Flow

  init(serverURL: String? = nil) {
    flow = Flow(
      useCases: world.useCases, device: TestWorld.device,
      serverURL: { () throws(Refusal) in serverURL })
  }

  init(flow: Flow) {
    self.flow = flow
  }

  func screen(rows: Int = 24, columns: Int = 80, wide: String = "") async -> Screen {
    let metrics = TextMetrics(columns: columns, hasBlocks: true) {
      wide.unicodeScalars.contains($0)
        ? 2 : $0.properties.canonicalCombiningClass == .notReordered ? 1 : 0
    }
    let screen = Screen(
      showing: { flow.scene }, size: Frame.Size(rows: rows, columns: columns), metrics: metrics,
      calendar: world.calendar,
      quittingEndsSession: { flow.endsSession })
    await screen.perform()
    return screen
  }

  func loggedIn(counting commands: CountCommand..., rows: Int = 24) async throws -> Screen {
    let session = try await signedUp()
    if !commands.isEmpty {
      let main = try await world.openCounter(in: session)
      _ = try await world.useCases.changeCount(commands, to: main, in: session)
    }
    await begin()
    return await screen(rows: rows)
  }

  /// Signs ada up through the form, and stays logged in.
  func signedUp() async throws -> Session {
    await flow.enter(.signUp)
    await flow.scene.signUp?.perform([
      .usernameChanged("ada"), .passwordChanged(secret(TestWorld.password)),
      .repetitionChanged(secret(TestWorld.password)), .signUpPressed,
    ])
    guard let session = flow.session else { throw Refusal.notLoggedIn }
    return session
  }

  /// Enters the first scene after a login.
  func begin() async { await flow.enter(.start, notice: "Logged in as ada") }

  var counter: SceneViewModel<CounterScene>? { flow.scene.counter }
}

extension [KeyPress] {
  static func typing(_ text: String) -> [KeyPress] { KeyPress.typing(text) }
}

extension Frame {
  /// The texts in a style, one per row.
  func styled(_ style: Style) -> [String] {
    rows.compactMap { row in
      let text = row.filter { $0.style == style }.map(\.text).joined()
      let inner = text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
      return inner.isEmpty ? nil : String(inner)
    }
  }

  /// The marked texts.
  var marked: [String] {
    rows.compactMap { row in
      let text = row.filter { $0.style == .selected }.map(\.text).joined()
      return text.isEmpty ? nil : text
    }
  }
}
