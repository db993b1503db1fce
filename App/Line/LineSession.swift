import Commands
import Dispatch
import Domain
import Presentation
import Synchronization
import Terminal

/// The line toolkit: reads a command, passes it to the scene and prints the result.
///
/// At a terminal the session continues after a refusal; in a pipe the first refusal ends it.
@MainActor
package struct LineSession {
  private let flow: Flow
  private let dialogue: LineDialogue
  private let report: ErrorReport
  private let navigator: LineNavigator

  package init(
    flow: Flow, input: any LineInput, output: LineOutput, report: ErrorReport,
    metrics: @escaping () -> TextMetrics, calendar: any LocalCalendar, isQuiet: Bool = false,
    openScreen: @escaping () async throws -> Void,
    makeContext: @escaping @MainActor () throws -> CommandContext
  ) {
    self.flow = flow
    self.report = report
    dialogue = LineDialogue(input: input)
    navigator = LineNavigator(
      flow: flow,
      terminal: LineTerminal(
        dialogue: dialogue, output: output, metrics: metrics, calendar: calendar,
        isQuiet: isQuiet),
      openScreen: openScreen, makeContext: makeContext)
  }

  /// Runs until the user quits or the input ends.
  ///
  /// - Returns: the refusal that ended the session, after it was reported, or `nil`.
  package func run() async -> Refusal? {
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

  /// Shows the first scene.
  func begin() async throws(Stop) {
    try await attempt { try await navigator.begin() }
  }

  /// Reads a command and shows its result.
  func carryOutNextCommand() async throws(Stop) {
    let open = flow.counterInUse
    var typed: InputLine?
    try await attempt { typed = try await nextCommand() }
    guard let typed else { return }
    // The open counter may have gone away at the prompt. The line does nothing to another one.
    if open != nil, flow.counterInUse == nil, let alert = flow.scene.home?.state.alert {
      try refuse(alert.refusal)
    }
    try await attempt { try await navigator.carryOut(typed) }
  }

  /// Goes back to the scene for the next command.
  func goBack() async throws(Stop) {
    try await attempt { try await navigator.goBack() }
  }

  private func nextCommand() async throws -> InputLine {
    let (flow, context) = (flow, LineContext(flow.scene.state))
    return try await dialogue.nextCommand(prompt: "\(flow.scene.state.location)> ") {
      LineCompletion.candidates(
        for: $0, in: context,
        names: { shelf in Self.waiting { await flow.counterNames(on: shelf) } },
        members: { Self.waiting { await flow.memberNames() } })
    }
  }

  /// Waits for names in the thread that reads the keys.
  nonisolated private static func waiting(
    for load: @escaping @MainActor @Sendable () async -> [String]
  ) -> [String] {
    let names = Mutex<[String]>([])
    let done = DispatchSemaphore(value: 0)
    Task { @MainActor in
      let found = await load()
      names.withLock { $0 = found }
      done.signal()
    }
    done.wait()
    return names.withLock(\.self)
  }

  /// Runs `body`; at a terminal, continues after a refusal.
  private func attempt(_ body: () async throws -> Void) async throws(Stop) {
    do {
      try await body()
    } catch let refusal as Refusal {
      try refuse(refusal)
    } catch let verbose as LineNavigator.VerboseRefusal {
      try refuse(verbose.refusal, isVerbose: true)
    } catch InputFault.cancelled {
      // After Ctrl-C, only the next prompt is shown.
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
    case .output(.readerGone): throw Stop(refusal: refusal)
    // After Ctrl-C or quitting, no answer is expected.
    case .input(.interrupted): return
    case .input(.ended) where dialogue.isInteractive: throw Stop()
    default: break
    }
    var report = report
    report.isInSession = true
    if isVerbose { report.isVerbose = true }
    report(refusal, line: dialogue.isInteractive ? nil : dialogue.lastNumber)
    switch refusal {
    // What cannot be written to a file can still be answered.
    case .output(.failed(name: nil, _)), .output(.answerFailed): throw Stop(refusal: refusal)
    default: break
    }
    if !dialogue.isInteractive { throw Stop(refusal: refusal) }
  }

  /// The end of the session.
  struct Stop: Error {
    /// The refusal that ended it, if any.
    var refusal: Refusal?
  }
}
