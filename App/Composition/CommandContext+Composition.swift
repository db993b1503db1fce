import Data
import Domain
import Platform
import Presentation
import Terminal

extension CommandContext {
  /// The context of a command with these options.
  ///
  /// - Throws: the refusals of `CompositionRoot`.
  init(options: CommonValues, makesStore: Bool = false) async throws(Refusal) {
    let root = try await CompositionRoot(
      options: options, makesStore: makesStore, threads: .callers)
    self.init(root: root, options: options)
  }

  /// The context of a command with these options.
  init(root: CompositionRoot, options: CommonValues) {
    let output = LineOutput(visible: visible)
    let isWatched = Descriptor.errors.isTerminal && !options.quiet
    useCases = root.useCases
    login = root.login
    maintenance = root.maintenance
    calendar = root.calendar
    clock = root.clock
    self.output = output
    dataOutput = Descriptor.output.isTerminal ? output : LineOutput(visible: { $0 })
    metrics = { TextLocale.adopted.metrics(environment: .process) }
    isQuiet = options.quiet
    inputs = .system(history: root.locations.lineHistory)
    files = .system(sparing: root.locations.store)
    encoder = { TransferCodec($0) }
    progress = Progress(clock: root.clock, show: isWatched ? output.writeProgress : nil)
  }
}

extension CommandContext {
  /// The context for shell completion, or `nil` without a store: pressing Tab must not create one.
  init?(completing words: ShellWords) async {
    let environment = Environment.process
    let store = words.value(of: "--store").map { path in
      // A shell that completes a word has not expanded it. Other people's folders are left out.
      path.hasPrefix("~/") ? (environment["HOME"] ?? "~") + path.dropFirst() : path
    }
    guard let options = try? SharedOptions.parse(store.map { ["--store", $0] } ?? []),
      let locations = try? FileLocations(store: store, environment: environment),
      PostgreSQLAddress.names(locations.store)
        || access(locations.store, F_OK) == 0
    else { return nil }
    // A server that does not answer must not hold up typing for long.
    setenv("PGCONNECT_TIMEOUT", "2", 0)
    // Errors must not interrupt typing.
    try? await self.init(options: options.values)
  }
}

extension CommandInputs {
  /// A person at the terminal, and the lines of standard input.
  fileprivate static func system(history: String?) -> CommandInputs {
    CommandInputs(
      person: { () throws(Refusal) in
        guard Descriptor.input.isTerminal else { return nil }
        _ = TextLocale.adopted
        return try TerminalInput(output: .errors, historyPath: history, visible: visible)
      },
      lines: { PipeInput(readsAhead: false) })
  }
}

extension CommandFiles {
  /// Files of the system; the store itself is protected from being overwritten.
  static func system(sparing store: String) -> CommandFiles {
    CommandFiles(
      sink: { path throws(Refusal) in
        if path == "-" { return StandardOutputSink() }
        return try OutputFile(path: path, sparing: store)
      },
      source: { path, form throws(Refusal) in
        try TransferCodec.rows(ofFile: path, form: form)
      })
  }
}

extension OutputFile: TextSink {}
extension TransferCodec: ResultEncoder {}

/// Standard output for text that is written as it comes.
private struct StandardOutputSink: TextSink {
  let isSeen = Descriptor.output.isTerminal

  func write(_ text: String) throws(Refusal) {
    guard isSeen else { return try LineOutput(visible: { $0 }).write(text: text) }
    // A terminal would obey control characters in a text.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    try LineOutput(visible: visible).write(lines.dropLast().map { String($0) })
  }

  func finish() throws(Refusal) {}
}
