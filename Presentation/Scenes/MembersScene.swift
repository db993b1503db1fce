import Domain

/// The members of the open counter.
public enum MembersScene: SceneDefinition {
  /// What the screen shows.
  public struct State: SignedInState {
    /// Who is logged in.
    public let username: Username
    /// The counter as last read.
    public var counter: Counter
    /// The owner, then the members by name, each with their sums of today and of all time.
    public var members: [Member] = []
    /// The invitations that have not ended; empty for a member.
    public var invitations: [Invitation] = []
    /// The link of the invitation that was just made, which is shown this once.
    public var link: String?
    /// Tells the user who can see the members' names.
    public let about = MemberWords.visibility
    public var location: String { "\(username.text)/\(counter.typedName)" }
    public var notice: String?
    public var alert: Alert?
  }

  /// What the user can do.
  public enum Action: Sendable {
    /// Shares the counter with the named account, or changes its role.
    case shared(with: String, as: Role.Permission)
    /// Stops sharing the counter with the named account.
    case unshared(with: String)
    /// Makes an invitation with these terms, as typed.
    case invited(as: Role.Permission, length: String, places: String)
    /// The link of a new invitation has been seen.
    case linkSeen
    /// Ends the invitation with this number, as typed.
    case uninvited(number: String)
    /// Leaves somebody else's counter.
    case leavePressed
    /// A member tried what only the owner may do.
    case ownerOnlyPressed
    /// Leaves the scene.
    case backPressed
    /// Others may have changed the counter or its members.
    case changedElsewhere
  }

  /// The results of actions.
  public enum Response: Sendable {
    /// The counter and its members as they are now.
    case listed(Counter, [Member], [Invitation])
    /// The counter was shared with this account.
    case shared(with: Username)
    /// The counter is no longer shared with this account. Others can come by an invitation if
    /// `isInviting`.
    case unshared(with: Username, isInviting: Bool)
    /// An invitation was made, with this link.
    case invited(Invitation, link: String, in: any LocalCalendar)
    /// The link was seen.
    case linkSeen
    /// Invitations were ended.
    case uninvited(Int)
  }

  /// How the scene is left.
  public enum Exit: Equatable, Sendable {
    /// Back to the counter.
    case back(to: Counter)
    /// The user left the counter.
    case left(Counter)
    /// A guest left the counter, which ended the session.
    case leftAsGuest(Counter)
    /// The counter was deleted elsewhere, or is no longer shared with the user.
    case lost(Counter)
  }

  public static func isByPerson(_ action: Action) -> Bool {
    if case .changedElsewhere = action { false } else { true }
  }

  public static var changedElsewhere: Action? { .changedElsewhere }

  /// The scene's choices.
  public enum Choice: SceneChoice {
    /// Asks for the username of somebody who may count.
    case share
    /// Asks for the username of somebody who may only view.
    case shareForViewing
    /// Stops sharing with the marked member.
    case unshare
    /// Asks for how long and how many, and makes an invitation to count.
    case invite
    /// Asks for how long and how many, and makes an invitation to view.
    case inviteForViewing
    /// Asks for the number of an invitation, and ends it.
    case uninvite
    /// Leaves somebody else's counter.
    case leave

    public var label: String { words.label }
    public var meaning: String { words.meaning }

    private var words: (label: String, meaning: String) {
      switch self {
      case .share: ("share", "share the counter with somebody, who may count")
      case .shareForViewing: ("share to view", "share the counter with somebody, who may only view")
      case .unshare: ("unshare", "stop sharing with the marked member")
      case .invite: ("invite", "invite guests to count, without an account")
      case .inviteForViewing: ("invite to view", "invite guests to view, without an account")
      case .uninvite: ("uninvite", "end an invitation; its guests count on until its time is over")
      case .leave: ("leave", "leave the counter; its owner can share it with you again")
      }
    }
  }
}

extension MembersScene: ChoosingScene {
  public static func choices(in state: State) -> [Choice] { state.choices }

  /// What a choice demands. What only the owner may do is refused before it is asked.
  public static func demand(of choice: Choice, in state: State, id: Change.ID?) -> Demand<Action> {
    guard state.isOwner || choice == .leave else { return .nothing(.ownerOnlyPressed) }
    let name = state.counter.typedName
    switch choice {
    case .share:
      return .answers(
        Inquiry(Question("Let this user count ", name), [.sharedWith]) {
          .shared(with: $0[0], as: .counts)
        })
    case .shareForViewing:
      return .answers(
        Inquiry(Question("Let this user view ", name), [.sharedForViewing]) {
          .shared(with: $0[0], as: .views)
        })
    case .unshare:
      return .answers(
        Inquiry(Question(.unsharedWith), [.unsharedWith]) { .unshared(with: $0[0]) })
    case .invite, .inviteForViewing:
      let permission: Role.Permission = choice == .invite ? .counts : .views
      return .answers(
        Inquiry(Question(.invitationLength), [.invitationLength, .invitationPlaces]) {
          .invited(as: permission, length: $0[0], places: $0[1])
        })
    case .uninvite:
      return .answers(
        Inquiry(Question(.invitation), [.invitation]) { .uninvited(number: $0[0]) })
    case .leave: return .consent(MemberWords.leaveQuestion(state.counter), .leavePressed)
    }
  }

  /// What unsharing with a listed member demands; `nil` for the owner, who cannot be removed.
  public static func unsharing(_ member: Member, in state: State) -> Demand<Action>? {
    guard member.permission != nil else { return nil }
    let username = member.username.text
    return .consent(
      MemberWords.unshareQuestion(state.counter, with: username), .unshared(with: username))
  }

  /// Lets a listed member who may count only view, or the other way round; `nil` for the owner, and for
  /// a guest, whose role is the invitation's.
  public static func changingRole(of member: Member) -> Action? {
    guard let permission = member.permission, !member.username.isGuest else { return nil }
    return .shared(with: member.username.text, as: permission == .counts ? .views : .counts)
  }
}

extension MembersScene.State {
  /// Whether the counter is the user's own.
  public var isOwner: Bool { counter.role == .owner }

  /// The choices that the user's role allows.
  public var choices: [MembersScene.Choice] {
    guard isOwner else { return [.leave] }
    return [.share, .shareForViewing, .unshare, .invite, .inviteForViewing]
      + (invitations.isEmpty ? [] : [.uninvite])
  }
}

struct MembersInteractor: Interactor {
  typealias Scene = MembersScene

  let context: SceneContext

  var ticks: AsyncStream<Void>? { context.watch?.changesElsewhere(tickingAtOnce: true) }

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit? {
    let (useCases, session) = (context.useCases, context.session)
    do throws(Refusal) {
      switch action {
      case .shared(let name, let permission):
        guard !name.isEmpty else { throw Refusal.username(.empty) }
        let username = try await useCases.shareCounter(
          state.counter, with: name, as: permission, in: session)
        await list(state.counter, respond: respond)
        respond(.shared(with: username))
      case .unshared(let name):
        let username = try await useCases.unshareCounter(state.counter, with: name, in: session)
        await list(state.counter, respond: respond)
        respond(.unshared(with: username, isInviting: !state.invitations.isEmpty))
      case .invited(let permission, let length, let places):
        try state.counter.role.check(.manage)
        let terms = try Invitation.Terms(permission, length: length, places: places)
        let server = try InvitationLink.reachable(try await context.serverURL())
        let new = try await useCases.invitations.invite(to: state.counter, terms, in: session)
        await list(state.counter, respond: respond)
        respond(
          .invited(
            new.invitation, link: InvitationLink.text(new.token, at: server),
            in: useCases.calendar))
      case .linkSeen:
        respond(.linkSeen)
      case .uninvited(let text):
        let number = try WholeNumber.number(text)
        let (ended, _) = try await useCases.invitations.uninvite(
          from: state.counter, number: number, removesGuests: false, in: session)
        await list(state.counter, respond: respond)
        respond(.uninvited(ended))
      case .leavePressed:
        try await useCases.members.leave(state.counter, in: session)
        return state.username.isGuest ? .leftAsGuest(state.counter) : .left(state.counter)
      case .ownerOnlyPressed:
        try state.counter.role.check(.manage)
      case .backPressed:
        return .back(to: state.counter)
      case .changedElsewhere:
        let counter = try await useCases.counters.refreshed(state.counter, in: session)
        respond(try await members(of: counter))
      }
      return nil
    } catch .noSuchCounter {
      return .lost(state.counter)
    }
  }

  /// Reads the members.
  func members(of counter: Counter) async throws(Refusal) -> Scene.Response {
    let (useCases, session) = (context.useCases, context.session)
    return .listed(
      counter, try await useCases.members(of: counter, in: session),
      counter.role == .owner
        ? try await useCases.invitations.invitations(to: counter, in: session) : [])
  }

  /// Shows the members after a change.
  private func list(_ counter: Counter, respond: (Scene.Response) -> Void) async {
    // The change succeeded, so an error here is not reported.
    if let listed = try? await members(of: counter) { respond(listed) }
  }
}

struct MembersPresenter: Presenter {
  typealias Scene = MembersScene

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .listed(let counter, let members, let invitations):
      next.counter = counter
      next.members = members
      next.invitations = invitations
    case .shared(let username):
      next.notice = MemberWords.shared(state.counter, with: username)
    case .unshared(let username, let isInviting):
      let unshared = MemberWords.unshared(state.counter, with: username)
      next.notice =
        username.isGuest && isInviting
        ? "\(unshared). \(InvitationWords.othersCanJoin)" : unshared
    case .invited(let invitation, let link, let calendar):
      next.link = link
      next.notice = InvitationWords.made(invitation, to: state.counter, in: calendar)
    case .linkSeen:
      next.link = nil
    case .uninvited(let number):
      next.notice =
        "\(InvitationWords.ended(number, removed: 0, of: state.counter)). \(InvitationWords.guestsGoOn)"
    }
    return next
  }
}

/// The configurator, which wires the scene.
@MainActor
extension MembersScene {
  /// Loads the scene's state.
  ///
  /// - Throws: the refusals of the repositories.
  public static func load(_ counter: Counter, in context: SceneContext) async throws(Refusal)
    -> MembersScene.State
  {
    let state = MembersScene.State(username: context.session.user.username, counter: counter)
    let listed = try await MembersInteractor(context: context).members(of: counter)
    return MembersPresenter().present(listed, after: state)
  }

  /// Creates the view model of the scene.
  public static func viewModel(
    _ state: MembersScene.State, in context: SceneContext
  ) -> SceneViewModel<MembersScene> {
    SceneViewModel(
      state: state, interactor: MembersInteractor(context: context),
      presenter: MembersPresenter())
  }
}

extension MembersScene.State {
  /// The state before the members were read.
  package init(username: Username, counter: Counter) {
    self.init(username: username, counter: counter, members: [])
  }
}
