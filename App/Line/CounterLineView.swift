import Domain
import Presentation
import Terminal

@MainActor
struct CounterLineView: LineView {
  let viewModel: SceneViewModel<CounterScene>
  let terminal: LineTerminal

  func lines(of state: CounterScene.State) -> [String] {
    [state.line(beginning: "Type + to start counting")]
  }

  /// Counts this line together with further waiting ones, and answers each. A refused line ends the
  /// run.
  func count(_ command: CountCommand, from line: InputLine) async throws {
    let dialogue = terminal.dialogue
    let others = await dialogue.arrivedCommands(limit: CountCommand.largestBatch - 1) {
      CountCommand(plainLine: $0)
    }
    let commands = [command] + others.map(\.parsed)
    let reached = viewModel.state.targetsReached
    let states = await viewModel.perform(commands.map { .countPressed($0) })

    let done = states.prefix { $0.alert == nil }
    if done.count < commands.count {
      dialogue.lastNumber = ([line] + others.map(\.line))[done.count].number
    }
    try answer(done, after: reached)
  }

  /// Adds at a typed time and with a note.
  func add(_ amount: Int64, at time: String, note: String) async throws {
    let reached = viewModel.state.targetsReached
    let states = await viewModel.perform([.amountEntered("\(amount)", at: time, note: note)])
    try answer(states.prefix { $0.alert == nil }, after: reached)
  }

  private func answer(_ done: ArraySlice<CounterScene.State>, after reached: Int) throws {
    if let last = done.last, last.targetsReached > reached, !terminal.isQuiet {
      terminal.output.ring()
    }
    try terminal.print(sentences: done.flatMap(outcome))
  }

  /// Deletes the counter after its name was typed again.
  func delete() async throws {
    await viewModel.perform(.deletePressed)
    // A pipe gets results alone.
    if terminal.dialogue.isInteractive || viewModel.state.alert != nil { try showNotice() }
    let name = try await terminal.dialogue.ask(viewModel.state.confirmation)
    await viewModel.perform(.deletionConfirmed(name: name))
  }
}

extension LineViewFactory {
  func view(of viewModel: SceneViewModel<CounterScene>) -> any LineView {
    CounterLineView(viewModel: viewModel, terminal: terminal)
  }
}
