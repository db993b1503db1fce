import Domain
import Doubles

/// Runs commands on one store at a few terminals, and describes the results.
///
/// Identifiers differ between stores, so each is shown by the order of its first appearance.
final class Player {
  private struct Terminal {
    var session: Session?
    var counter: Counter?
  }

  let world: TestWorld
  private let open: () async throws -> any Store
  private var store: any Store
  private var useCases: UseCases
  private var terminals: [Terminal]
  /// Survives a restart.
  private var savedLogin: SessionToken?
  private var exported: [TransferRow] = []
  private var numbers: [Change.ID: Int] = [:]

  /// Creates a player with this many terminals; `open` opens the store at first and after each
  /// restart.
  init(in world: TestWorld, terminals: Int, open: @escaping () async throws -> any Store)
    async throws
  {
    self.world = world
    self.open = open
    store = try await open()
    useCases = world.useCases(over: store)
    self.terminals = Array(repeating: Terminal(), count: terminals)
  }

  /// Opens the store again, and returns who is still logged in at the first terminal.
  func restart() async throws -> String {
    store = try await open()
    useCases = world.useCases(over: store)
    return await text {
      let resumed: Session?
      do {
        resumed = try await self.resumedSession()
      } catch Refusal.notLoggedIn {
        resumed = nil
      }
      self.terminals[0].session = resumed
      return resumed?.user.username.text ?? "nobody"
    }
  }

  private func resumedSession() async throws -> Session? {
    guard let savedLogin else { return nil }
    return try await useCases.sessions.resumeSession(savedLogin)
  }

  /// Whether somebody is logged in there, as far as that person knows.
  func isBusy(at terminal: Int) -> Bool { terminals[terminal].session != nil }

  /// The result of a command, and the counters visible at the terminal afterwards.
  func perform(_ command: RandomCommand, at terminal: Int) async -> String {
    let answer = await text { try await self.answer(to: command, at: terminal) }
    guard let session = terminals[terminal].session else { return answer }
    let counters = await text {
      try await self.useCases.counters.counters(in: session).map(self.text).joined(separator: "; ")
    }
    return answer + " | " + counters
  }

  /// Everything visible at all terminals.
  func everything() async -> [String] {
    var lines: [String] = []
    for session in terminals.compactMap(\.session) {
      lines.append(
        await text {
          let rows = try await self.export(in: session)
          return rows.map(self.text).joined(separator: "\n")
        })
      lines.append(await text { try await self.sessions(than: session) })
    }
    return lines
  }

  private func text(_ body: () async throws -> String) async -> String {
    do { return try await body() } catch { return "\(error)" }
  }

  private func answer(to command: RandomCommand, at terminal: Int) async throws -> String {
    switch command {
    case .signUp(let username, let password):
      guard terminals[terminal].session == nil else { return "logged in" }
      let new = try await useCases.signUp(
        username: username, password: Self.secret(password), repetition: Self.secret(password),
        on: TestWorld.device)
      return try await enter(new, at: terminal)
    case .logIn(let username, let password):
      guard terminals[terminal].session == nil else { return "logged in" }
      return try await enter(
        try await useCases.logIn(
          username: username, password: Self.secret(password), on: TestWorld.device),
        at: terminal)
    case .wait(let seconds):
      world.clock.advance(seconds: seconds)
      return "later"
    default:
      guard let session = terminals[terminal].session else { return "nobody" }
      do {
        return try await answer(to: command, in: session, at: terminal)
      } catch Refusal.notLoggedIn {
        leave(terminal)
        return "not logged in any more"
      }
    }
  }

  private func enter(_ new: NewSession, at terminal: Int) async throws -> String {
    if terminal == 0 { savedLogin = new.token }
    terminals[terminal] = Terminal(
      session: new.session, counter: try await useCases.counters.openCounter(in: new.session))
    return "\(new.session.user.username.text), \(terminals[terminal].counter.map(text) ?? "none")"
  }

  private func leave(_ terminal: Int) { terminals[terminal] = Terminal() }

  private func answer(
    to command: RandomCommand, in session: Session, at terminal: Int
  ) async throws -> String {
    switch command {
    case .logOut(let everywhere):
      try await useCases.logOut(session, everywhere: everywhere)
      leave(terminal)
      return "logged out"
    case .changePassword(let present, let new):
      try await useCases.changePassword(
        from: Self.secret(present), to: Self.secret(new), repetition: Self.secret(new), in: session,
        on: nil)
      return "another password"
    case .deleteAccount(let password):
      try await useCases.deleteAccount(
        password: Self.secret(password), in: session, on: nil)
      leave(terminal)
      return "deleted"
    case .create(let name):
      terminals[terminal].counter = try await useCases.createCounter(named: name, in: session)
    case .open(let name):
      terminals[terminal].counter = try await useCases.openCounter(named: name, in: session)
    case .record(let command, let name, let creating, let id, let seconds):
      let time = seconds.map { world.clock.now.adding(seconds: -$0) }
      let request = CommandRequest(command, at: time, id: id.map { Change.ID($0) })
      return text(
        try await useCases.recordChange(request, on: name, creating: creating, in: session)
          .outcome)
    case .list: break
    case .sessions: return try await sessions(than: session)
    case .export:
      exported = try await export(in: session)
      return exported.map(text).joined(separator: "\n")
    case .importRows(let rows):
      let source = RowSource(rows.enumerated().compactMap { raw($1, line: $0 + 1) })
      return "\(try await useCases.importAccount(from: source, in: session))"
    default:
      guard let counter = terminals[terminal].counter else { return "none open" }
      return try await answer(to: command, with: counter, in: session, at: terminal)
    }
    return terminals[terminal].counter.map(text) ?? "none open"
  }

  private func answer(
    to command: RandomCommand, with counter: Counter, in session: Session, at terminal: Int
  ) async throws -> String {
    switch command {
    case .rename(let name):
      terminals[terminal].counter = try await useCases.renameCounter(
        counter, to: name, in: session)
    case .delete(let confirmed):
      try await useCases.deleteCounter(
        counter, confirmation: confirmed ? counter.name.text : "something else", in: session)
      terminals[terminal].counter = nil
    case .change(let commands):
      let applied = try await useCases.changeCount(commands, to: counter, in: session)
      return applied.outcomes.map(text).joined(separator: ", ")
        + (applied.refusal.map { ", then \($0)" } ?? "")
    case .history(let limit, let seconds):
      let period = seconds.map {
        world.clock.now.adding(
          seconds: $0.lowerBound)..<world.clock.now.adding(
            seconds: $0.upperBound)
      }
      let changes = try await useCases.counters.history(
        of: counter, newest: limit, during: period, in: session)
      return changes.map { text(TransferRow($0, of: counter.name)) }.joined(separator: "\n")
    case .chart(let span, let count):
      return "\(try await useCases.chartCounts(of: counter, by: span, last: count, in: session))"
    default: return "nothing"
    }
    return terminals[terminal].counter.map(text) ?? "none open"
  }

  private func export(in session: Session) async throws -> [TransferRow] {
    let target = RowCollector()
    try await useCases.exportAccount(to: target, in: session)
    return target.rows
  }

  private func sessions(than session: Session) async throws -> String {
    "\(try await useCases.sessions.otherSessions(than: session))"
  }

  private static func secret(_ password: Int) -> Secret {
    Doubles.secret(RandomCommand.passwords[password])
  }

  private func row(at place: Int) -> TransferRow? {
    exported.isEmpty ? nil : exported[place % exported.count]
  }

  private func raw(_ row: RandomCommand.Row, line: Int) -> RawTransferRow? {
    switch row {
    case .exported(let place):
      return self.row(at: place).map {
        RawTransferRow(
          line: line, id: $0.id.text, name: $0.name.text, time: $0.time, kind: $0.kind,
          change: $0.change, of: $0.of?.text, changes: $0.changes)
      }
    case .made(let id, let name, let seconds, let kind, let change, let subject):
      let of: String? =
        switch subject {
        case .nothing: nil
        case .id(let id): id
        case .exported(let place): self.row(at: place)?.id.text
        }
      return RawTransferRow(
        line: line, id: id, name: name, time: world.clock.now.adding(seconds: -seconds), kind: kind,
        change: change, of: of)
    }
  }
}

extension Player {
  private func text(_ counter: Counter) -> String {
    "\(counter.name.text) \(counter.count) \(counter.changedAt?.milliseconds ?? 0)"
  }

  private func text(_ outcome: BatchResult.Outcome) -> String {
    let event =
      switch outcome.event {
      case .made(let edit): "\(edit)"
      case .undid(let edit, let id): "undid \(edit) \(number(id))"
      case .redid(let edit, let id): "redid \(edit) \(number(id))"
      case .reverted(let amount, _, let time, let id):
        "reverted \(amount) of \(time.milliseconds) \(number(id))"
      }
    return "\(event) \(outcome.count)"
  }

  private func text(_ row: TransferRow) -> String {
    let of = row.of.map { " of \(number($0))" } ?? ""
    return "\(number(row.id)) \(row.name.text) \(row.time.milliseconds) \(row.kind) \(row.change) "
      + "\(row.count)\(of)"
  }

  private func number(_ id: Change.ID) -> Int {
    let number = numbers[id] ?? numbers.count
    numbers[id] = number
    return number
  }
}
