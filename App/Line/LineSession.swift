import Domain
import Presentation

/// The line-oriented toolkit: reads a command, hands it to the scene, prints what came of it.
///
/// At a terminal a refusal is shown and the session goes on; in a pipe the first one ends it.
@MainActor
struct LineSession {
  private let flow: Flow
  private let dialogue: LineDialogue
  private let report: ErrorReport
  private let navigator: LineNavigator

  init(
    flow: Flow, input: any LineInput, output: LineOutput, report: ErrorReport,
    page: @escaping () -> Page, calendar: any LocalCalendar,
    openScreen: @escaping () async throws -> Void,
    makeContext: @escaping @MainActor () throws -> CommandContext
  ) {
    self.flow = flow
    self.report = report
    dialogue = LineDialogue(input: input)
    navigator = LineNavigator(
      flow: flow,
      terminal: LineTerminal(dialogue: dialogue, output: output, page: page, calendar: calendar),
      openScreen: openScreen, makeContext: makeContext)
  }

  /// Runs until the person or the pipe is done.
  ///
  /// - Returns: the refusal that ended the session, once it was reported, or `nil`.
  func run() async -> Refusal? {
    let end = await readCommands()
    await flow.end()
    return end
  }

  private func readCommands() async -> Refusal? {
    do throws(Stop) {
      try await begin()
      while true {
        try await carryOutNextCommand()
        try await goBack()
      }
    } catch {
      return error.refusal
    }
  }

  /// Shows what the session begins with.
  func begin() async throws(Stop) {
    try await attempt { try await navigator.begin() }
  }

  /// Reads a command and shows what came of it, on the scene that it led to.
  func carryOutNextCommand() async throws(Stop) {
    try await attempt { try await navigator.carryOut(try await nextCommand()) }
  }

  /// Goes to the scene where the next command is typed.
  func goBack() async throws(Stop) {
    try await attempt { try await navigator.goBack() }
  }

  private func nextCommand() async throws -> InputLine {
    // Names are only completed for a person, so only a person waits for them.
    let names = dialogue.isInteractive ? await flow.counterNames() : []
    let context = LineContext(flow.scene.state)
    return try await dialogue.nextCommand(prompt: "\(flow.scene.state.location)> ") {
      LineCompletion.candidates(for: $0, in: context, names: names)
    }
  }

  /// Does something that may be refused; a person goes on after that.
  private func attempt(_ body: () async throws -> Void) async throws(Stop) {
    do {
      try await body()
    } catch let refusal as Refusal {
      try refuse(refusal)
    } catch let verbose as LineNavigator.VerboseRefusal {
      try refuse(verbose.refusal, isVerbose: true)
    } catch InputFault.cancelled {
      // Whoever dropped the line sees the next prompt.
    } catch let fault as InputFault {
      if let refusal = dialogue.refusal(for: fault) { try refuse(refusal) } else { throw Stop() }
    } catch is LineNavigator.Quitting {
      throw Stop()
    } catch {
      try refuse(.environment(cause: "\(error)"))
    }
  }

  private func refuse(_ refusal: Refusal, isVerbose: Bool = false) throws(Stop) {
    switch refusal {
    case LineOutput.closed: throw Stop(refusal: refusal)
    // Whoever dropped the line, or has left, waits for no answer.
    case .interrupted: return
    case .inputEnded where dialogue.isInteractive: throw Stop()
    default: break
    }
    var report = report
    if isVerbose { report.isVerbose = true }
    report(refusal, line: dialogue.isInteractive ? nil : dialogue.lastNumber)
    switch refusal {
    case .outputFailed, .answerFailed: throw Stop(refusal: refusal)
    default: break
    }
    if !dialogue.isInteractive { throw Stop(refusal: refusal) }
  }

  /// The person or the pipe is done.
  struct Stop: Error {
    /// What ended the session, where that was a refusal.
    var refusal: Refusal?
  }
}
