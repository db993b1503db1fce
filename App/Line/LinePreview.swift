import Domain
import Presentation

/// A scene by itself, as somebody sees it in lines who comes to it, answers what it asks and looks around.
@MainActor
package struct LinePreview {
  private let scene: ActiveScene
  private let terminal: LineTerminal
  private let report: ErrorReport

  /// The preview of a scene in a process with that environment; all of it goes to standard output.
  package init(of scene: ActiveScene, environment: Environment) {
    let output = LineOutput(errors: .output, visible: visible)
    let page = TextLocale.adopted.page(environment: environment)
    self.scene = scene
    terminal = LineTerminal(
      dialogue: LineDialogue(input: SampleAnswers(scene: scene, output: output)),
      output: output, page: { page }, calendar: UTCCalendar())
    report = ErrorReport(output: output, isInteractive: true, isVerbose: false)
  }

  /// Prints what the line toolkit would, up to its next prompt.
  ///
  /// - Throws: `Refusal.outputFailed`.
  package func show() async throws(Refusal) {
    do {
      try await scene.shown(by: LineViewFactory(terminal: terminal)).show()
    } catch let refusal as Refusal {
      if case .outputFailed = refusal { throw refusal }
      report(refusal)
    } catch {
      throw .environment(cause: "\(error)")
    }
    try terminal.output.write(["\(scene.state.location)> "])
  }
}

/// Somebody who answers every question with what stands in the scene's form already.
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

  func arrivedCommands(limit: Int, while accept: @Sendable (String) -> Bool) async -> [InputLine] {
    []
  }

  private func show(_ line: String) throws(InputFault) {
    do {
      try output.write([line])
    } catch {
      throw .end(cause: error.cause)
    }
  }
}
