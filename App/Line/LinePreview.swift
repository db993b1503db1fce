import Domain
import Presentation
import Terminal

extension ActiveScene {
  /// Prints what the line shows of the scene, with its questions and views, up to the next prompt.
  ///
  /// - Throws: `Refusal.output(.failed)`, `.output(.readerGone)`.
  @MainActor
  package func printAtLine(environment: Environment) async throws(Refusal) {
    let output = LineOutput(errors: .output, visible: visible)
    let metrics = TextLocale.adopted.metrics(environment: environment)
    let terminal = LineTerminal(
      dialogue: LineDialogue(input: SampleAnswers(scene: self, output: output)),
      output: output, metrics: { metrics }, calendar: ZoneRule.utc)
    let report = ErrorReport(
      output: output, isInteractive: true, isInSession: true, isVerbose: false)
    do {
      try await shown(by: LineViewFactory(terminal: terminal)).show()
    } catch let refusal as Refusal {
      switch refusal {
      case .output(.failed), .output(.readerGone): throw refusal
      default: report(refusal)
      }
    } catch {
      throw .environment(cause: "\(error)")
    }
    try output.write(["\(state.location)> "])
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

  func nextSecret(prompt: String) async throws(InputFault) -> (number: Int, secret: Secret) {
    try show(prompt)
    return (number: 1, secret: Secret(capacity: 0))
  }

  func arrivedCommands<Parsed: Sendable>(limit: Int, parse: @Sendable (String) -> Parsed?)
    -> [(line: InputLine, parsed: Parsed)]
  { [] }

  private func show(_ line: String) throws(InputFault) {
    do {
      try output.write([line])
    } catch {
      throw .end(cause: error.cause)
    }
  }
}
