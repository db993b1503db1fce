import Domain
import Presentation

/// What a command works with.
struct CommandContext: Sendable {
  let useCases: UseCases
  /// Who is logged in here.
  let login: LocalLogin
  let maintenance: any StoreMaintenance
  let calendar: any LocalCalendar
  let clock: any Clock
  /// For lines that are read by a person.
  let output: LineOutput
  /// For lines that are read by a program, to which they go as they are.
  let dataOutput: LineOutput
  /// What results are laid out for, which only those ask for that print some.
  let page: @Sendable () -> Page
  var isQuiet: Bool
  var inputs: CommandInputs
  let files: CommandFiles
  /// What writes results for programs.
  let encoder: @Sendable (TransferFormat) -> any ResultEncoder
  /// How far the command is, for a person who looks at it.
  let progress: Progress
  /// Where the line was typed that is the command; `nil` in a shell.
  var place: SessionPlace?

  /// Whoever is logged in: in the session, or else by the saved login.
  ///
  /// - Throws: `Refusal.notLoggedIn`, and those of `LocalLogin`.
  func session() async throws(Refusal) -> Session {
    let session = if let place { place.session } else { try await login.session() }
    guard let session else { throw .notLoggedIn }
    return session
  }

  /// The counter of that name, or else the open one.
  ///
  /// - Throws: those of `FindCounter`, and `Refusal.noCounterOpen`.
  func counter(_ name: PlainText?, in session: Session) async throws(Refusal) -> Counter {
    if let name { return try await useCases.findCounter(named: name.text, in: session) }
    guard let open = place?.openCounter else {
      guard place == nil, let open = try await useCases.counters.openCounter(in: session) else {
        throw .noCounterOpen
      }
      return open
    }
    return try await useCases.counters.refreshed(open, in: session)
  }

  /// Prints results.
  func print(_ lines: [String]) throws(Refusal) {
    if !lines.isEmpty { try output.write(lines) }
  }

  /// Prints results that are sentences.
  func print(sentences: [String]) throws(Refusal) {
    try output.write(sentences: sentences)
  }

  /// Prints what came of a change that was saved.
  ///
  /// - Throws: `Refusal.answerFailed`, or `LineOutput.closed`.
  func answer(_ line: String) throws(Refusal) {
    do { try print(sentences: [line]) } catch { throw error.afterChange }
  }

  /// Prints results in the form that was asked for.
  func print(
    as format: OutputFormat, text: @autoclosure () -> [String],
    results: @autoclosure () -> Results
  ) throws(Refusal) {
    var encoder: any ResultEncoder
    switch format {
    case .text: return try print(text())
    case .json: encoder = self.encoder(.jsonDocument)
    case .csv: encoder = self.encoder(.csv)
    }
    let lines = encoder.lines(of: results())
    try dataOutput.write(lines + encoder.end())
  }

  /// Says something beside the results.
  func remark(_ line: String) {
    if !isQuiet { output.writeError(line) }
  }

  /// The moment that an option names, if it was given.
  func moment(_ text: String?) throws(Refusal) -> Timestamp? {
    guard let text else { return nil }
    return try MomentText.moment(text, in: calendar, now: clock.now)
  }

  /// Counts by name, where the counter may be made first, and prints the new count.
  ///
  /// - Throws: `Refusal.noCounterToCount` when the counter is missing and `creating` is false.
  func count(_ request: CommandRequest, on name: PlainText?, creating: Bool = false)
    async throws(Refusal)
  {
    do throws(Refusal) {
      try await record(request, on: name, creating: creating)
    } catch .noSuchCounter(let name, near: nil) {
      throw .noCounterToCount(named: name)
    }
  }

  /// Counts by name, or on the open counter, and prints the new count.
  func record(_ request: CommandRequest, on name: PlainText?, creating: Bool = false)
    async throws(Refusal)
  {
    let session = try await session()
    let name = if let name { name.text } else { try await counter(nil, in: session).typedName }
    let recorded = try await useCases.recordChange(
      request, on: name, creating: creating, in: session)
    let notice = recorded.outcome.event.notice
    if place == nil {
      if let notice { remark(notice) }
      try answer(String(recorded.outcome.count))
    } else {
      if let notice, !isQuiet { try answer(notice) }
      try answer(CounterWords.count(recorded.counter))
    }
  }

  /// Somebody who is logged in has to log out first.
  func refuseIfLoggedIn() async throws(Refusal) {
    do throws(Refusal) {
      guard let session = try await login.session() else { return }
      throw .alreadyLoggedIn(session.user.username)
    } catch .notLoggedIn {
      // The session of the saved login was ended or has expired.
    }
  }

  /// Keeps a login, and says whose it is.
  func stayLoggedIn(_ new: NewSession) async throws(Refusal) {
    try await login.save(new)
    try answer(AccountWords.loggedIn(as: new.session.user))
  }

  /// What passwords are asked with.
  func prompt(fromInput: Bool) throws(Refusal) -> Prompt {
    try Prompt(fromInput: fromInput, using: inputs)
  }

  /// What a person types to confirm a deletion.
  ///
  /// - Throws: `Refusal.deletionUnconfirmed` when nobody is there.
  func confirmation(of field: Field) async throws(Refusal) -> String {
    guard let person = try inputs.person() else { throw .deletionUnconfirmed }
    do {
      return try await person.nextAnswer(prompt: field.prompt).text
    } catch {
      throw error.refusal
    }
  }
}

/// Where a line of a session was typed.
struct SessionPlace: Sendable {
  /// Who is logged in there.
  let session: Session?
  /// The counter that is open there.
  let openCounter: Counter?
}
