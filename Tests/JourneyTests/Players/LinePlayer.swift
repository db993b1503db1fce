import Domain
import Doubles
import Journeys
import Presentation

@testable import LineToolkit
@testable import Terminal

/// A user who types lines.
@MainActor
final class LinePlayer: Player {
  private let terminal: TerminalPipe
  private let input: TypedInput
  private let session: LineSession
  private let flow: Flow

  init(in world: JourneyWorld) throws {
    let flow = world.newFlow()
    let terminal = TerminalPipe()
    let output = LineOutput(
      output: terminal.descriptor, errors: terminal.descriptor, visible: visible)
    let report = ErrorReport(output: output, isInteractive: true, isVerbose: false)
    let input = TypedInput(terminal: terminal)
    self.terminal = terminal
    self.input = input
    self.flow = flow
    session = LineSession(
      flow: flow, input: input, output: output, report: report,
      metrics: { .ofJourneys }, calendar: FixedCalendar(),
      openScreen: { throw PlayFault("No journey changes its toolkit") },
      makeContext: { throw PlayFault("No scene shows what a shell prints") })
  }

  var scene: ActiveScene { flow.scene }

  func catchUp() async { await flow.scene.catchUp() }

  func play(_ step: Journey.Step) async throws {
    switch step {
    case .start: try await session.begin()
    case .fill(let field, let text), .finish(let field, let text):
      try input.answer(text, to: Self.label(of: field))
      await input.pause()
      if case .fill = step, input.question == nil {
        throw PlayFault("There is no question after the \(field)")
      }
    case .goBack: try await session.goBack()
    case .quit:
      try await carryOut("quit")
      await flow.end()
    default:
      guard let line = line(for: step) else { throw PlayFault("There is no command for: \(step)") }
      try await carryOut(line)
    }
  }

  func newlyShown() throws -> String { try terminal.newText() }

  private func carryOut(_ line: String) async throws {
    if let question = input.question { throw PlayFault("Not answered: \(question)") }
    try await session.goBack()
    Task {
      // The printed text shows how it ended.
      try? await session.carryOutNextCommand()
      input.resumePlayer()
    }
    await input.pause()
    try input.answer(line, to: nil)
    await input.pause()
  }

  /// The label of a field that the line asks for.
  private static func label(of field: FieldName) -> String {
    switch field {
    case .password: HiddenField.password.label
    case .newPassword: HiddenField.newPassword.label
    case .repetition: HiddenField.repetition.label
    case .name: Field.counterToDelete.label
    default: Field.username.label
    }
  }

  private func line(for step: Journey.Step) -> String? {
    switch step {
    case .press(.signUp): "signup"
    case .press(.logIn): "login"
    case .press(.changePassword): "password"
    case .press(.deleteAccount): "delete-account"
    case .press(.deleteCounter): "delete"
    case .count(.add(1)): "+"
    case .count(.add(-1)): "-"
    case .count(.add(let amount)): amount < 0 ? "\(amount)" : "+\(amount)"
    case .count(.set(let count)): "set \(count)"
    case .count(.reset): "reset"
    case .count(.undo): "undo"
    case .count(.redo): "redo"
    case .count(.revert(let number)): "revert \(number)"
    case .add(let amount, let time): "+\(amount) --at '\(time)'"
    case .create(let name): "new \(name)"
    case .open(let name): "open \(name)"
    case .rename(let name): "rename '\(name)'"
    case .setTarget(let number, ""): "target \(number)"
    case .setTarget(let number, let period): "target \(number) --per \(period)"
    case .beginDays(let time): "day \(time)"
    case .share(let other, .counts): "share with \(other)"
    case .share(let other, .views): "share with \(other) --view"
    case .unshare(let other): "unshare with \(other)"
    case .leave(let name): "leave \(name)"
    case .look(.history): "history"
    case .look(.list): "list"
    case .look(.members): "members"
    case .look(.account): "account"
    case .look(.chart(let span)): "chart \(span)"
    case .logOut(let everywhere): everywhere ? "logout --everywhere" : "logout"
    default: nil
    }
  }
}
