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
  let isQuiet: Bool
  let inputs: CommandInputs
  let files: CommandFiles
  /// What writes results for programs.
  let encoder: @Sendable (TransferFormat) -> any ResultEncoder
  /// How far the command is, for a person who looks at it.
  let progress: Progress

  /// The saved login.
  ///
  /// - Throws: `Refusal.notLoggedIn`, and those of `LocalLogin`.
  func session() async throws(Refusal) -> Session {
    guard let session = try await login.session() else { throw .notLoggedIn }
    return session
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
  func count(_ request: CommandRequest, on name: String, creating: Bool = false)
    async throws(Refusal)
  {
    do throws(Refusal) {
      try await record(request, on: name, creating: creating)
    } catch .noSuchCounter(let name, near: nil) {
      throw .noCounterToCount(named: name)
    }
  }

  /// Counts by name, and prints the new count.
  func record(_ request: CommandRequest, on name: String, creating: Bool = false)
    async throws(Refusal)
  {
    let recorded = try await useCases.recordChange(
      request, on: name, creating: creating, in: try await session())
    if let notice = recorded.outcome.event.notice { remark(notice) }
    try answer(String(recorded.outcome.count))
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
