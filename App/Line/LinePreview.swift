import Domain
import Presentation
import Terminal

/// Shows a single scene as at the line, with its questions and views.
@MainActor
package struct LinePreview {
  private let scene: ActiveScene
  private let terminal: LineTerminal
  private let report: ErrorReport

  /// Creates the preview of a scene, which prints to standard output.
  package init(of scene: ActiveScene, environment: Environment) {
    let output = LineOutput(errors: .output, visible: visible)
    let metrics = TextLocale.adopted.metrics(environment: environment)
    self.scene = scene
    terminal = LineTerminal(
      dialogue: LineDialogue(input: SampleAnswers(scene: scene, output: output)),
      output: output, metrics: { metrics }, calendar: UTCCalendar())
    report = ErrorReport(
      output: output, isInteractive: true, isInSession: true, isVerbose: false)
  }

  /// Prints what the line shows, up to the next prompt.
  ///
  /// - Throws: `Refusal.output(.failed)`, `.output(.readerGone)`.
  package func show() async throws(Refusal) {
    do {
      try await scene.shown(by: LineViewFactory(terminal: terminal)).show()
    } catch let refusal as Refusal {
      switch refusal {
      case .output(.failed), .output(.readerGone): throw refusal
      default: report(refusal)
      }
    } catch {
      throw .environment(cause: "\(error)")
    }
    try terminal.output.write(["\(scene.state.location)> "])
  }
}

/// Answers every question with the text in the scene's form.
private struct SampleAnswers: LineInput {
  let isInteractive = true
  let username: String
  let output: LineOutput

  @MainActor
  init(scene: ActiveScene, output: LineOutput) {
    username = scene.login?.state.username.text ?? scene.signUp?.state.username.text ?? ""
    self.output = output
  }

  func nextCommand(prompt: String, completions: @escaping @Sendable (String) -> [String])
    async throws(InputFault) -> InputLine
  {
    throw .end(cause: nil)
  }

  func nextAnswer(prompt: String) async throws(InputFault) -> InputLine {
    try show(prompt + username)
    return InputLine(number: 1, text: username)
  }

  func nextSecret(prompt: String) async throws(InputFault) -> InputSecret {
    try show(prompt)
    return InputSecret(number: 1, secret: Secret(capacity: 0))
  }

  func arrivedCommands<Parsed: Sendable>(limit: Int, parse: @Sendable (String) -> Parsed?)
    -> [ArrivedCommand<Parsed>]
  { [] }

  private func show(_ line: String) throws(InputFault) {
    do {
      try output.write([line])
    } catch {
      throw .end(cause: error.cause)
    }
  }
}
