import Composition
import Domain
import Platform
import Presentation
import Terminal

/// What a command needs.
package struct CommandContext: Sendable {
  let useCases: UseCases
  /// The login on this machine.
  let login: LocalLogin
  let maintenance: any StoreMaintenance
  /// Finds the server that runs for the store on this machine.
  let serverURL: ServerURL
  let calendar: any LocalCalendar
  /// For lines that people read.
  let output: LineOutput
  /// For lines that programs read, which are not escaped.
  let dataOutput: LineOutput
  /// The width and abilities of the output; evaluated only when needed.
  let metrics: @Sendable () -> TextMetrics
  package var isQuiet: Bool
  package var inputs: CommandInputs
  let files: CommandFiles
  /// Shows the progress to a person.
  let progress: Progress
  /// The state of the session when the command was typed in one; `nil` in a shell.
  package var place: (session: Session?, openCounter: Counter?)?

  /// Names the store in effect, for `--verbose`.
  package func nameStore() { output.nameStore(login.store) }

  /// The session: that of the line, or else the saved login.
  ///
  /// - Throws: `Refusal.notLoggedIn`, and the refusals of `LocalLogin`.
  func session() async throws(Refusal) -> Session {
    let session = if let place { place.session } else { try await login.session() }
    guard let session else { throw .notLoggedIn }
    return session
  }

  /// The session with the named counter, or else with the open one.
  ///
  /// - Throws: the refusals of `session()` and of `findCounter(named:in:)`, and
  ///   `Refusal.noCounterOpen`.
  func counter(_ name: PlainText?) async throws(Refusal) -> (Session, Counter) {
    let session = try await session()
    if let name {
      return (session, try await useCases.findCounter(named: name.text, in: session))
    }
    guard let open = place?.openCounter else {
      guard place == nil, let open = try await useCases.counters.openCounter(in: session) else {
        throw .noCounterOpen
      }
      return (session, open)
    }
    return (session, try await useCases.counters.refreshed(open, in: session))
  }

  /// Prints results.
  func print(_ lines: [String]) async throws(Refusal) {
    try await output.writePaged(lines)
  }

  /// Prints sentences as results.
  func print(sentences: [String]) throws(Refusal) {
    try output.write(sentences: sentences)
  }

  /// Says what a command has changed.
  ///
  /// - Throws: `Refusal.output(.answerFailed)`, or `.output(.readerGone)`.
  func answer(_ line: String) throws(Refusal) {
    if isQuiet { return }
    do { try print(sentences: [line]) } catch { throw error.afterChange }
  }

  /// Prints results in the requested format.
  func print(
    as format: OutputFormat, text: @autoclosure () -> [String],
    results: @autoclosure () -> Results
  ) async throws(Refusal) {
    var encoder: ResultEncoder
    switch format {
    case .text: return try await print(text())
    case .json: encoder = ResultEncoder(.jsonDocument)
    case .csv: encoder = ResultEncoder(.csv)
    }
    let lines = encoder.lines(of: results())
    try dataOutput.write(lines + encoder.end())
  }

  /// Prints a remark beside the results.
  func remark(_ line: String) {
    if !isQuiet { output.writeError(line) }
  }

  /// Says which meaning of a word was chosen, if a counter has that name.
  package func remark(_ meaning: ChosenMeaning) async {
    // A refusal is reported by the command itself.
    guard !isQuiet, let session = try? await session(),
      (try? await useCases.findCounter(named: meaning.word, in: session)) != nil
    else { return }
    remark(meaning.sentence(typedAfter: place == nil ? "tally " : ""))
  }

  /// The time in an option, if given. A day begins when the account's days do.
  func moment(_ text: String?) async throws(Refusal) -> Timestamp? {
    guard let text else { return nil }
    return try await useCases.moment(text, resuming: session)
  }

  /// Changes a counter by name, optionally creating it, and prints the new count.
  ///
  /// - Throws: `Refusal.noCounterToCount` when the counter is missing and `creating` is false.
  func count(
    _ request: CommandRequest, on name: PlainText?, creating: Bool = false,
    as format: OutputFormat = .text
  ) async throws(Refusal) {
    do throws(Refusal) {
      try await record(request, on: name, creating: creating, as: format)
    } catch .noSuchCounter(let name, near: nil) where !CounterReference.hasSeparator(name) {
      throw .noCounterToCount(named: name, meant: request.command.meant(byNaming: name))
    }
  }

  /// Changes the named counter, or the open one, and prints the new count.
  func record(
    _ request: CommandRequest, on name: PlainText?, creating: Bool = false,
    as format: OutputFormat = .text
  ) async throws(Refusal) {
    let (counter, proof): (CountedCounter, SessionProof)
    if let name, place == nil, let token = try await login.token() {
      (counter, proof) = (.named(name.text, creating: creating), .token(token))
    } else if let name {
      (counter, proof) = (.named(name.text, creating: creating), .session(try await session()))
    } else {
      // The open counter itself: meanwhile another one may have got its name.
      let (session, open) = try await self.counter(nil)
      (counter, proof) = (.listed(open), .session(session))
    }
    let result = try await useCases.count([request], on: counter, as: proof)
    for outcome in try result.get() {
      try await show(outcome, of: result.counter, as: format)
    }
  }

  /// Prints the result of a saved change: the count alone, or a sentence in a session.
  private func show(
    _ outcome: BatchResult.Outcome, of counter: Counter, as format: OutputFormat
  ) async throws(Refusal) {
    let isSentence = place != nil && format == .text
    let notice = isQuiet ? nil : outcome.notice(in: calendar)
    if outcome.targetEvent?.isArrival == true, !isQuiet { output.ring() }
    if let notice, !isSentence { output.writeError(notice) }
    do throws(Refusal) {
      if isSentence {
        return try print(sentences: [notice, CounterWords.count(counter)].compactMap(\.self))
      }
      try await print(as: format, text: [String(counter.count)], results: .count(counter))
    } catch {
      throw error.afterChange
    }
  }

  /// Who is logged in, if anybody is.
  func loggedIn() async throws(Refusal) -> User? {
    do throws(Refusal) {
      return try await login.session()?.user
    } catch .notLoggedIn {
      // The saved session has ended or expired.
      return nil
    }
  }

  /// Saves a login, and prints the username.
  func stayLoggedIn(_ new: NewSession) async throws(Refusal) {
    try await login.save(new)
    let sentence = AccountWords.loggedIn(
      as: new.session.user, passwordReset: new.passwordResetAt.map { calendar.civilTime(at: $0) })
    try answer(sentence)
    // It is told only once, so it is no message to leave out.
    if isQuiet, new.passwordResetAt != nil { output.writeError(sentence) }
  }

  /// Says that the saved login has ended, and removes it. A file that cannot be changed is reported
  /// after that, because the login has ended all the same.
  func forgetLogin(saying line: String) async throws(Refusal) {
    var refusal: Refusal?
    do throws(Refusal) { try await login.forget() } catch { refusal = error }
    try answer(line)
    if let refusal { throw refusal }
  }

  /// The prompt for passwords.
  func prompt(fromInput: Bool) throws(Refusal) -> Prompt {
    try Prompt(fromInput: fromInput, using: inputs)
  }

  /// The text that confirms a deletion.
  ///
  /// - Throws: `Refusal.input(.deletionUnconfirmed)` without a terminal.
  func confirmation(of field: Field, after warning: String?) async throws(Refusal) -> String {
    guard let person = try inputs.person() else { throw .input(.deletionUnconfirmed) }
    if let warning { output.writeError(warning) }
    do {
      return try await person.nextAnswer(prompt: field.prompt).text
    } catch {
      throw error.refusal
    }
  }
}

extension CommandContext {
  /// The context of a command with these options, over the program's parts.
  package init(root: CompositionRoot, options: CommonValues, inputs: CommandInputs) {
    let output = LineOutput(visible: visible)
    let isWatched = Descriptor.errors.isTerminal && !options.quiet
    useCases = root.useCases
    login = root.login
    maintenance = root.maintenance
    serverURL = { () throws(Refusal) in try await root.serverNote().url() }
    calendar = root.calendar
    self.output = output
    dataOutput = Descriptor.output.isTerminal ? output : LineOutput(visible: { $0 })
    metrics = { TextLocale.adopted.metrics(environment: .process) }
    isQuiet = options.quiet
    self.inputs = inputs
    files = .system(sparing: root.locations.store)
    progress = Progress(clock: root.clock, show: isWatched ? output.writeProgress : nil)
  }
}

extension CountCommand {
  /// The command for a number that was typed where a counter's name belongs: `up +7`, or `up 7` alone.
  fileprivate func meant(byNaming name: String) -> String? {
    guard case .add(let amount) = self, let match = name.wholeMatch(of: /([+-]?)([0-9]+)/),
      !match.1.isEmpty || amount.magnitude == 1
    else { return nil }
    return "\(amount < 0 || match.1 == "-" ? "down" : "up") NAME \(match.2)"
  }
}
