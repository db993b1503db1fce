import Domain
import Doubles
import Presentation

/// The state at the end of a step.
package struct Moment {
  package let step: Journey.Step
  package let state: ShownState
  /// The output of the step.
  package let shown: String
}

extension Journey {
  /// Makes the journey with a toolkit and an empty store, and returns the state after each step.
  @MainActor
  package func play(
    with toolkit: Toolkit, over kind: StoreKind, look: (Moment) throws -> Void
  ) async throws {
    let world = try await JourneyWorld(kind)
    var player = try toolkit.player(world)
    for step in steps {
      if step == .start {
        player = try toolkit.player(world)
      }
      if try await !world.happens(step) {
        try await player.play(step)
        // After quitting, nobody looks any more.
        if step != .quit { await player.catchUp() }
      }
      try look(
        Moment(step: step, state: ShownState(player.scene), shown: try player.newlyShown()))
    }
  }

  /// Makes the journey with a toolkit and with the example over each kind of store, and compares the
  /// states after each step.
  ///
  /// - Throws: `PlayFault` for the first difference, and what a player throws.
  @MainActor
  public func compare(_ toolkit: Toolkit) async throws {
    for kind in StoreKind.allCases {
      var states: [ShownState] = []
      try await play(with: .example, over: kind) { states.append($0.state) }
      var rest = states[...]
      try await play(with: toolkit, over: kind) { moment in
        guard let wanted = rest.popFirst(),
          moment.state.limited(to: wanted) == wanted.limited(to: moment.state)
        else { throw PlayFault("\(toolkit) is elsewhere than the example after: \(moment.step)") }
      }
    }
  }
}

extension JourneyWorld {
  /// A new flow over the store, logged out. Invitations lead to a server at that URL, if it is given.
  @MainActor
  public func newFlow(serverURL: String? = nil) -> Flow {
    Flow(
      useCases: useCases, device: TestWorld.device, serverURL: { () throws(Refusal) in serverURL })
  }

  /// The calendar of the people.
  public var calendar: any LocalCalendar { world.calendar }

  /// Does a step without a toolkit, such as waiting; returns `false` for other steps.
  fileprivate func happens(_ step: Journey.Step) async throws -> Bool {
    switch step {
    case .wait(let seconds):
      world.clock.advance(seconds: seconds)
    case .logInElsewhere(let username, let password):
      _ = try await useCases.logIn(
        username: username, password: secret(password), on: TestWorld.device)
    case .logOutElsewhere(let username, let password):
      let new = try await useCases.logIn(
        username: username, password: secret(password), on: TestWorld.device)
      try await useCases.logOut(new.session, everywhere: true)
    case .elsewhere(let username, let deed):
      try await happens(deed, by: username)
    default:
      return false
    }
    return true
  }

  private func happens(_ deed: Journey.Deed, by username: String) async throws {
    let session = try await session(of: username)
    switch deed {
    case .share(let name, let other, let permission):
      _ = try await self.session(of: other)
      let counter = try await counter(name, in: session)
      _ = try await useCases.shareCounter(counter, with: other, as: permission, in: session)
    case .unshare(let name, let other):
      _ = try await useCases.unshareCounter(
        counter(name, in: session), with: other, in: session)
    case .count(let name, let command, let note):
      let request = CommandRequest(command, note: try Note(note ?? ""))
      try await count(request, on: counter(name, in: session), in: session)
    case .invite(let name, let guest, let command):
      let counter = try await counter(name, in: session)
      let new = try await useCases.invitations.invite(
        to: counter, Invitation.Terms(), in: session)
      let joined = try await useCases.join(by: new.token, named: guest, on: TestWorld.device)
      try await count(CommandRequest(command), on: counter, in: joined.session)
    }
  }

  private func count(_ request: CommandRequest, on counter: Counter, in session: Session)
    async throws
  {
    _ = try await useCases.count([request], on: .listed(counter), as: .session(session)).get()
  }

  /// Another session of that account, which is made if needed.
  private func session(of username: String) async throws -> Session {
    do {
      return try await useCases.logIn(
        username: username, password: secret(TestWorld.password), on: TestWorld.device
      ).session
    } catch Refusal.credentialsWrong {
      return try await useCases.signUp(
        username: username, password: secret(TestWorld.password),
        repetition: secret(TestWorld.password), on: TestWorld.device
      ).session
    }
  }

  private func counter(_ name: String, in session: Session) async throws -> Counter {
    do {
      return try await useCases.findCounter(named: name, in: session)
    } catch Refusal.noSuchCounter {
      return try await useCases.createCounter(named: name, in: session)
    }
  }
}
