import Domain
import Doubles
import Testing

@testable import Presentation

@MainActor
@Suite(.limited) struct InvitingTests {
  private let world = TestWorld()
  private let session: Session
  private let main: Counter

  init() async throws {
    session = try await world.signedUp()
    main = try await world.openCounter(in: session)
  }

  private func viewModel(
    server: String? = "https://192.168.1.2:8443", counter: Counter? = nil, of person: Session? = nil
  ) async throws -> SceneViewModel<MembersScene> {
    let context = SceneContext(
      session: person ?? session, useCases: world.useCases,
      serverURL: { () throws(Refusal) in server })
    return MembersScene.viewModel(
      try await MembersScene.load(counter ?? main, in: context), in: context)
  }

  private func invited(
    _ viewModel: SceneViewModel<MembersScene>, length: String = "", places: String = ""
  ) async throws -> InvitationToken {
    await viewModel.perform(.invited(as: .counts, length: length, places: places))
    let link = try #require(viewModel.state.link, "\(String(describing: viewModel.state.alert))")
    let path = "/join" + (link.split(separator: "/join").last ?? "")
    return try #require(InvitationLink.token(inPath: path))
  }

  private func join(_ name: String, by token: InvitationToken) async throws -> Session {
    try await world.useCases.join(by: token, named: name, on: Device(place: "a phone")).session
  }

  @Test func `a link leads to the server, and is shown until it was seen`() async throws {
    let viewModel = try await viewModel()
    let token = try await invited(viewModel)
    #expect(viewModel.state.link == "https://192.168.1.2:8443/join/\(token.text)")
    #expect(
      viewModel.state.notice == "Invitation 1: 20 people can count main until 2026-02-02 14:40")
    #expect(viewModel.state.invitations.map(\.number) == [1])
    #expect(viewModel.state.choices.contains(.uninvite))
    await viewModel.perform(.changedElsewhere)
    #expect(viewModel.state.link != nil)
    await viewModel.perform(.linkSeen)
    #expect(viewModel.state.link == nil)
    _ = try await join("Door 2", by: token)
    await viewModel.perform(.changedElsewhere)
    #expect(viewModel.state.members.map(\.username.text) == ["ada", "Door 2 (guest)"])
    #expect(viewModel.state.invitations.map(\.taken) == [1])
  }

  @Test(arguments: [
    ("90m", "1", "Invitation 1: 1 person can count main until 2026-02-02 04:10"),
    ("3d", "8", "Invitation 1: 8 people can count main until 2026-02-05 02:40"),
    ("", "1000", "Invitation 1: 1000 people can count main until 2026-02-02 14:40"),
  ])
  func `a person says for how long and how many`(length: String, places: String, notice: String)
    async throws
  {
    let viewModel = try await viewModel()
    _ = try await invited(viewModel, length: length, places: places)
    #expect(viewModel.state.notice == notice)
  }

  @Test(arguments: [
    ("0m", "", "An invitation lasts at least a minute and at most 30 days"),
    ("31d", "", "An invitation lasts at least a minute and at most 30 days"),
    ("12", "", "Not a length of time: 12"), ("h", "", "Not a length of time: h"),
    ("-1h", "", "Not a length of time: -1h"), ("1234567m", "", "Not a length of time: 1234567m"),
    ("", "0", "An invitation is for 1 to 1000 people"),
    ("", "1001", "An invitation is for 1 to 1000 people"), ("", "x", "Not a number: x"),
    ("", "-1", "Not a number of people: -1"),
  ])
  func `what cannot be is refused, and nothing is made`(
    length: String, places: String, fact: String
  ) async throws {
    let viewModel = try await viewModel()
    await viewModel.perform(.invited(as: .counts, length: length, places: places))
    #expect(viewModel.state.alert?.fact == fact)
    #expect(viewModel.state.link == nil && viewModel.state.invitations == [])
  }

  @Test(arguments: [
    (nil, "No server runs for this store"),
    ("http://127.0.0.1:8080", "Phones cannot reach http://127.0.0.1:8080"),
  ])
  func `without a server that phones reach nothing is made`(server: String?, fact: String)
    async throws
  {
    let viewModel = try await viewModel(server: server)
    await viewModel.perform(.invited(as: .counts, length: "", places: ""))
    #expect(viewModel.state.alert?.fact == fact)
    #expect(viewModel.state.invitations == [])
  }

  @Test func `invitations are ended by number`() async throws {
    let viewModel = try await viewModel()
    for _ in 1...3 { _ = try await invited(viewModel) }
    await viewModel.perform(.uninvited(number: "2"))
    #expect(viewModel.state.notice == "Ended 1 invitation to main. \(InvitationWords.guestsGoOn)")
    #expect(viewModel.state.invitations.map(\.number) == [1, 3])
    await viewModel.perform(.uninvited(number: "2"))
    #expect(viewModel.state.alert?.fact == "There is no invitation 2")
    await viewModel.perform(.uninvited(number: ""))
    #expect(viewModel.state.alert?.fact == "Please provide a number")
    for number in ["1", "3"] { await viewModel.perform(.uninvited(number: number)) }
    #expect(!viewModel.state.choices.contains(.uninvite))
  }

  @Test func `removing a guest says that others can still join`() async throws {
    let viewModel = try await viewModel()
    _ = try await join("Door 2", by: try await invited(viewModel))
    await viewModel.perform(.unshared(with: "Door 2 (guest)"))
    #expect(
      viewModel.state.notice
        == "Door 2 (guest) can no longer see main. "
        + "Whoever has the link can still join, until it is ended")
    #expect(viewModel.state.members.map(\.username.text) == ["ada"])
  }

  @Test func `a guest invites nobody, and leaves for good`() async throws {
    let guest = try await join("Door 2", by: try await invited(try await viewModel()))
    let counter = try await world.useCases.findCounter(named: "ada/main", in: guest)
    let viewModel = try await viewModel(counter: counter, of: guest)
    #expect(viewModel.state.choices == [.leave] && viewModel.state.invitations == [])
    await viewModel.perform(.invited(as: .counts, length: "", places: ""))
    #expect(viewModel.state.alert?.fact == "Only ada can do that")
    let exits = await viewModel.exits(after: .leavePressed)
    #expect(exits.map(\.step.session) == [.ended])
    await #expect(throws: Refusal.notLoggedIn) {
      try await world.useCases.counters.counters(in: guest)
    }
  }
}
