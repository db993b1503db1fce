import Commands
import Composition
import Domain
import Platform
import Presentation
import Terminal

@main
enum Tally {
  static func main() {
    Program.run(carryOut)
  }

  private static func carryOut(_ words: [String]) async throws(Refusal) -> Int32 {
    if words == ["--version"] {
      try LineOutput(visible: { $0 }).write([TallyCommand.version])
      return 0
    }
    if let plain = PlainCommand(words) {
      return await status(isVerbose: plain.options.verbose) { () async throws(Refusal) in
        try await plain.run(try await CommandContext(options: plain.options))
      }
    }
    // Plain commands leave nothing to clean up when a signal ends them.
    try Program.takeSignals()
    switch try await CommandParser.parseCompleting(words) {
    case .text(let text): try await print(text, askedBy: words)
    case .manual: try LineOutput(visible: { $0 }).write(ManualPage.lines)
    case .session(let options, let onScreen):
      if let refusal = await Toolkits.run(options, onScreen: onScreen) { return refusal.exitStatus }
    case .server(let serve):
      return await status(isVerbose: serve.options.values.verbose) { () throws(Refusal) in
        try serve.launch()
      }
    case .command(let command):
      return await status(isVerbose: command.options.values.verbose) { () async throws(Refusal) in
        try await command.run(opening: CommandContext.init(options:makesStore:))
      }
    }
    return 0
  }

  private static func print(_ text: String, askedBy words: [String]) async throws(Refusal) {
    try await LineOutput(visible: { $0 }).write(help: CompletionScript.finished(text))
    if text == TallyCommand.version, words.contains("--verbose") {
      let store = ShellWord.value(of: "--store", in: words)
      let locations = try FileLocations(store: store, environment: .process)
      LineOutput(visible: visible).nameStore(locations.store)
    }
  }

  /// Reports what `body` throws, and returns the exit status.
  private static func status(isVerbose: Bool, _ body: () async throws(Refusal) -> Void) async
    -> Int32
  {
    do throws(Refusal) {
      try await body()
      return 0
    } catch {
      return Program.status(reporting: error, isVerbose: isVerbose)
    }
  }
}
