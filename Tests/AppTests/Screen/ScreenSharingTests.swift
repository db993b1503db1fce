import Domain
import Doubles
import Presentation
import Testing

@testable import ScreenToolkit
@testable import Terminal

/// Targets, members and what a role allows, on the screen.
@MainActor
@Suite(.limited) struct ScreenSharingTests {
  private let on = ScreenWorld()

  /// Ada's screen with `bea/door` open, which bea shares with her; and bea's session.
  private func guest(as permission: Role.Permission) async throws -> (Screen, Session, Counter) {
    let bea = try await on.world.signedUp("bea")
    let door = try await on.world.useCases.createCounter(named: "door", in: bea)
    _ = try await on.signedUp()
    _ = try await on.world.useCases.shareCounter(door, with: "ada", as: permission, in: bea)
    await on.flow.enter(.counter("bea/door"))
    return (await on.screen(), bea, door)
  }

  /// The rows of the list as words, a space apart.
  private func rows(in screen: Screen) -> [String] {
    (screen.frame?.lines ?? []).map { $0.split(separator: " ").joined(separator: " ") }
  }

  private func keys(in screen: Screen) -> String {
    screen.frame?.lines.suffix(3).joined(separator: " ") ?? ""
  }

  @Test func `A target is asked for, shown as a bar, and taken away by an empty answer`()
    async throws
  {
    let screen = try await on.loggedIn()
    await screen.perform(.typing("%4") + [.enter])
    #expect(screen.frame?.styled(.notice) == ["main has the target 4"])
    await screen.perform(.typing("+"))
    #expect(rows(in: screen).contains("Current count is 1 of 4"))
    #expect(rows(in: screen).contains("██████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░"))
    await screen.perform(.typing("5") + [.enter])
    #expect(rows(in: screen).contains("Current count is 6 of 4, 2 over"))
    #expect(screen.frame?.styled(.lightBar) == [String(repeating: "█", count: 40)])
    await screen.perform(.typing("%") + [.eraseLine, .enter])
    #expect(screen.frame?.styled(.notice) == ["main has no target"])
    #expect(rows(in: screen).contains("Current count is 6"))
    await screen.perform(.typing("%0") + [.enter])
    #expect(screen.frame?.styled(.alert) == ["A target is 1 or more"])
  }

  @Test func `A target of a period is asked for, and its bar shows what was added in it`()
    async throws
  {
    let screen = try await on.loggedIn()
    await screen.perform(.typing("=40") + [.enter])
    await screen.perform(.typing("%4") + [.tab] + .typing("fortnight") + [.enter])
    #expect(screen.frame?.styled(.alert) == ["Not a day, week or month: fortnight"])
    await screen.perform([.eraseLine] + .typing("week") + [.enter])
    #expect(screen.frame?.styled(.notice) == ["main has the target 4 a week"])
    await screen.perform(.typing("+"))
    #expect(rows(in: screen).contains("Current count is 41, 1 of 4 this week"))
    #expect(rows(in: screen).contains("██████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░"))
    on.world.clock.advance(seconds: 7 * 24 * 60 * 60)
    await on.flow.scene.counter?.perform(.changedElsewhere)
    await screen.perform()
    #expect(rows(in: screen).contains("Current count is 41, 0 of 4 this week"))
    // What was chosen is there when it is asked again.
    await screen.perform(.typing("%") + [.enter] + .typing("c"))
    #expect(rows(in: screen).contains { $0.hasPrefix("main 41 0 of 4 this week 0 today ") })
  }

  @Test(arguments: [(24, 80, "Current count is COUNT ", 1), (12, 40, "", 0)])
  func `A limit is told in words and colours, on the smallest screen too`(
    rows: Int, columns: Int, beginning: String, bars: Int
  ) async throws {
    _ = try await on.signedUp()
    await on.begin()
    let screen = await on.screen(rows: rows, columns: columns)
    func words(at count: Int, _ end: String) -> String {
      "\(beginning.replacing("COUNT", with: "\(count)"))of at most 20, \(end)"
    }
    await screen.perform(.typing("<20") + [.enter] + .typing("18") + [.enter])
    #expect(screen.frame?.styled(.warning).first == words(at: 18, "2 left"))
    await screen.perform(.typing("++"))
    #expect(screen.frame?.styled(.notice) == ["Limit reached"])
    #expect(screen.frame?.styled(.alert) == [words(at: 20, "full")])
    await screen.perform(.typing("+"))
    #expect(screen.frame?.styled(.alert) == [words(at: 21, "1 over")])
    #expect(screen.frame?.styled(.lightBar).count == bars)
    await screen.perform(.typing("%") + [.enter])
    #expect(screen.frame?.styled(.notice) == ["main has the limit 20"])
  }

  @Test func `The frame rings when a change reaches the target, on the counter and in the list`()
    async throws
  {
    let screen = try await on.loggedIn()
    await screen.perform(.typing("%2") + [.enter] + .typing("+"))
    #expect(screen.frame?.targetsReached == 0)
    await screen.perform(.typing("+"))
    #expect(screen.frame?.targetsReached == 1)
    #expect(screen.frame?.styled(.notice) == ["Target reached"])
    await screen.perform(.typing("+-"))
    #expect(screen.frame?.targetsReached == 1)
    await screen.perform(.typing("-c"))
    #expect(screen.frame?.targetsReached == 0)
    await screen.perform(.typing("+"))
    #expect(screen.frame?.targetsReached == 1)
    #expect(rows(in: screen).contains { $0.hasPrefix("main 2 of 2 +2 today ") })
  }

  @Test func `A member who may count is not offered the owner's keys`() async throws {
    let (screen, _, door) = try await guest(as: .counts)
    #expect(screen.frame?.lines[0] == " Tally  ada/bea/door")
    #expect(!keys(in: screen).contains("= set") && !keys(in: screen).contains("d delete"))
    #expect(keys(in: screen).contains("+ add") && keys(in: screen).contains("@ members"))
    await screen.perform(.typing("+7") + [.enter])
    #expect(rows(in: screen).contains("Current count is 8"))
    for key in ["=", "0", "%", "e", "d"] {
      await screen.perform(.typing(key))
      #expect(screen.frame?.styled(.alert) == ["Only bea can do that"], "\(key)")
      #expect(screen.frame?.cursor == nil, "\(key)")
    }
    #expect(on.counter?.state.counter.name == door.name)
  }

  @Test func `A member counts on the marked row, until the counter is shared no longer`()
    async throws
  {
    let (screen, bea, door) = try await guest(as: .counts)
    await screen.perform(.typing("c++-u"))
    #expect(screen.frame?.styled(.notice) == ["Undid -1"])
    #expect(rows(in: screen).contains { $0.hasPrefix("bea/door 2 +2 today ") })
    _ = try await on.world.useCases.changeCount([.add(5)], to: door, in: bea)
    await screen.perform(.typing("u"))
    #expect(rows(in: screen).contains { $0.hasPrefix("bea/door 6 +6 today ") })
    _ = try await on.world.useCases.changeCount([.set(40)], to: door, in: bea)
    await screen.perform(.typing("u"))
    #expect(
      screen.frame?.styled(.alert)
        == ["bea set the count after that. There is nothing of yours to undo"])
    await screen.perform(.typing("-"))
    #expect(rows(in: screen).contains { $0.hasPrefix("bea/door 39 ") })
    _ = try await on.world.useCases.unshareCounter(door, with: "ada", in: bea)
    await screen.perform(.typing("+"))
    #expect(screen.frame?.styled(.alert) == ["There is no counter named bea/door"])
    #expect(!rows(in: screen).contains { $0.hasPrefix("bea/door") })
    #expect(try await on.world.store.refreshed(door, in: bea).count == 39)
  }

  @Test func `A member who may only view is not offered keys that count`() async throws {
    let (screen, _, _) = try await guest(as: .views)
    #expect(screen.frame?.text.contains("Nothing counted yet") == true)
    #expect(!keys(in: screen).contains("+ add") && keys(in: screen).contains("h history"))
    for key in ["+", "-", "u", "r", "#", "5"] {
      await screen.perform(.typing(key))
      #expect(screen.frame?.styled(.alert) == ["Only bea can do that"], "\(key)")
    }
    await screen.perform(.typing("c+"))
    #expect(screen.frame?.styled(.alert) == ["Only bea can do that"])
  }

  @Test func `The owner shares, changes a role, and unshares after a question`() async throws {
    let screen = try await on.loggedIn()
    _ = try await on.world.signedUp("bea")
    await screen.perform(.typing("@"))
    #expect(screen.frame?.text.contains("Members see each other's names") == true)
    await screen.perform(.typing("iada") + [.enter])
    #expect(screen.frame?.styled(.alert) == ["main is yours already"])
    await screen.perform([.eraseLine] + .typing("bea") + [.enter])
    #expect(screen.frame?.styled(.notice) == ["Shared main with bea"])
    #expect(rows(in: screen).contains("bea counts 0 today 0 in all"))
    #expect(screen.frame?.marked.first?.hasPrefix("ada ") == true)
    await screen.perform([.enter] + .typing("K"))
    #expect(screen.frame?.styled(.alert) == [] && screen.frame?.cursor == nil)
    await screen.perform([.down, .enter])
    #expect(rows(in: screen).contains("bea views 0 today 0 in all"))
    await screen.perform(.typing("Kn"))
    #expect(rows(in: screen).contains("bea views 0 today 0 in all"))
    await screen.perform(.typing("K"))
    #expect(screen.frame?.text.contains("Stop sharing main with bea?") == true)
    await screen.perform(.typing("y"))
    #expect(screen.frame?.styled(.notice) == ["bea can no longer see main"])
    #expect(!rows(in: screen).contains { $0.hasPrefix("bea views") })
    await screen.perform(.typing("vbea") + [.enter])
    #expect(rows(in: screen).contains("bea views 0 today 0 in all"))
    await screen.perform([.escape])
    #expect(on.counter != nil)
  }

  @Test func `A member can only leave, after a question`() async throws {
    let (screen, _, _) = try await guest(as: .counts)
    await screen.perform(.typing("@"))
    #expect(keys(in: screen).contains("z leave") && !keys(in: screen).contains("share"))
    for key in [KeyPress.character("i"), .character("v"), .character("K"), .enter] {
      await screen.perform([key])
      #expect(screen.frame?.styled(.alert) == ["Only bea can do that"])
    }
    await screen.perform(.typing("z"))
    #expect(screen.frame?.text.contains("Leave bea/door?") == true)
    await screen.perform(.typing("n"))
    #expect(on.flow.scene.members != nil)
    await screen.perform(.typing("zy"))
    #expect(screen.frame?.styled(.notice) == ["Left bea/door"])
    #expect(on.flow.scene.home != nil)
    #expect(!rows(in: screen).contains { $0.hasPrefix("bea/door ") })
  }

  @Test func `A list of a thousand members is scrolled to its end, a screen at a time`()
    async throws
  {
    for case .members(let viewModel) in try MembersScene.still()
    where viewModel.state.members.count > 1_000 {
      let screen = Screen(
        showing: { .members(viewModel) }, size: Frame.Size(rows: 24, columns: 80),
        metrics: TextMetrics(columns: 80, hasBlocks: true) { _ in 1 }, calendar: FixedCalendar(),
        quittingEndsSession: { false })
      #expect(rows(in: screen).contains("ada owner 0 today +1 in all"))
      await screen.perform([.end])
      #expect(screen.frame?.marked.first?.hasPrefix("member-1000 ") == true)
      await screen.perform([.pageUp])
      #expect(screen.frame?.marked.first?.hasPrefix("member-98") == true)
      return
    }
    Issue.record("no sample has a thousand members")
  }

  @Test func `A history shows who made each change`() async throws {
    let (screen, bea, door) = try await guest(as: .counts)
    _ = try await on.world.useCases.changeCount([.add(3)], to: door, in: bea)
    await screen.perform(.typing("+h"))
    #expect(rows(in: screen).contains { $0.hasSuffix(" +3 3 by bea") })
    #expect(rows(in: screen).contains { $0.hasSuffix(" +1 4 by ada") })
  }

  @Test func `A deletion says who loses counters`() async throws {
    let screen = try await on.loggedIn()
    let session = try #require(on.flow.session)
    _ = try await on.world.signedUp("bea")
    let main = try await on.world.openCounter(in: session)
    _ = try await on.world.useCases.shareCounter(main, with: "bea", as: .views, in: session)
    await screen.perform(.typing("d"))
    #expect(
      screen.frame?.styled(.notice) == [
        "This deletes main and its history. 1 member loses it too"
      ])
    await screen.perform([.escape] + .typing("ax"))
    #expect(screen.frame?.styled(.notice) == ["bea loses the counters that you share"])
    #expect(screen.frame?.cursor != nil)
  }

  @Test func `An invitation shows its link and a code, which Escape puts away`() async throws {
    let on = ScreenWorld(serverURL: "https://192.168.1.2:8443")
    let screen = try await on.loggedIn()
    await screen.perform(.typing("@I"))
    await screen.perform(.typing("3d") + [.tab] + .typing("8") + [.enter])
    let link = try #require(on.flow.scene.members?.state.link)
    let shown = try #require(screen.frame)
    #expect(shown.lines.map { $0.drop { $0 != "h" } }.joined().contains(link.prefix(30)))
    #expect(shown.styled(.notice).first?.hasPrefix("Invitation 1: 8 people can count main") == true)
    let code = shown.rows.filter { $0.contains { $0.style == .code } }
    #expect(code.count == (QRCode(link)?.blocks(margin: 2).count ?? 0))
    await screen.perform(.typing("x5"))
    #expect(on.flow.scene.members?.state.link == link)
    await screen.perform([.escape])
    #expect(on.flow.scene.members?.state.link == nil)
    #expect(rows(in: screen).contains { $0.hasPrefix("Invitation 1: counts, 0 of 8 came, until") })
    await screen.perform(.typing("U1") + [.enter])
    #expect(
      screen.frame?.styled(.notice).first?.hasPrefix("Ended 1 invitation to main. Guests") == true)
    #expect(!rows(in: screen).contains { $0.hasPrefix("Invitation 1") })
  }

  @Test func `Whoever ends an invitation sees what each is for, also of many`() async throws {
    let on = ScreenWorld(serverURL: "https://192.168.1.2:8443")
    let screen = try await on.loggedIn()
    await screen.perform(.typing("@"))
    for _ in 1...12 { await screen.perform(.typing("I") + [.enter, .escape]) }
    func summaries() -> Int { rows(in: screen).count { $0.contains("counts, 0 of 20 came") } }
    #expect(rows(in: screen).contains { $0.hasPrefix("Invitations 1, 2, 3") } && summaries() == 0)
    await screen.perform(.typing("U"))
    #expect(summaries() == 12)
    await screen.perform(.typing("11") + [.enter])
    #expect(screen.frame?.styled(.notice).first?.hasPrefix("Ended 1 invitation to main") == true)
    #expect(rows(in: screen).contains { $0.hasPrefix("Invitations 1, 2, 3") } && summaries() == 0)
  }

  @Test(arguments: [(12, 40), (24, 40), (40, 60)])
  func `A small window shows the whole link of an invitation, and its code if that fits`(
    rows: Int, columns: Int
  ) async throws {
    let on = ScreenWorld(serverURL: "https://192.168.1.2:8443")
    _ = try await on.loggedIn()
    let screen = await on.screen(rows: rows, columns: columns)
    await screen.perform(.typing("@I") + [.enter])
    let link = try #require(on.flow.scene.members?.state.link)
    let lines = try #require(screen.frame).lines
    #expect(lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined().contains(link))
    let hasCode = screen.frame?.rows.contains { $0.contains { $0.style == .code } } == true
    #expect(hasCode == (rows == 40), "\(lines)")
    #expect(hasCode || lines.contains { $0.contains("A larger window shows the code") })
  }
}
