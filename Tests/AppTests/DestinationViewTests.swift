import Domain
import Presentation
import Testing

@testable import Commands
@testable import LineToolkit
@testable import ScreenToolkit

/// What the toolkits do with every destination, including new ones.
@MainActor
@Suite(.limited) struct DestinationViewTests {
  private let on = ScreenWorld()

  @Test(arguments: Destination.allCases)
  func `On the screen, a key opens it, other keys do its actions, and Esc goes back`(
    destination: Destination
  ) async throws {
    let screen = try await on.loggedIn(rows: 40)
    await screen.perform(.typing("?"))
    #expect(screen.frame?.text.contains(destination.meaning) == true)
    await screen.perform([.escape] + .typing("\(destination.key)"))
    #expect(on.flow.route == .destination(destination))
    for choice in destination.choices.compactMap({ $0 as? any Shortcut }) {
      await screen.perform(.typing("\(choice.key)"))
    }
    #expect(on.counter == nil && on.flow.scene.state.alert == nil)
    await screen.perform([.escape])
    #expect(on.flow.scene.home != nil)
  }

  @Test(arguments: Destination.allCases)
  func `On a page, its word is its URL, and buttons do its actions`(
    destination: Destination
  ) async throws {
    let on = PageWorld()
    try await on.logIn()
    let url = "/\(destination.label)"
    #expect(await on.get("/counters").html.contains("href=\"\(url)\""))
    let page = await on.get(url)
    #expect(page.status == 200)
    for choice in destination.choices {
      #expect(page.html.contains("name=\"do\" value=\"\(choice.label)\""))
      #expect(await on.post(url, ["do": choice.label]).location == url)
    }
  }

  @Test func `At the line, a word opens it, and a second word does an action`()
    async throws
  {
    let lines = Destination.allCases.flatMap { destination in
      let word = destination.label
      return [word] + destination.choices.map { "\(word) \($0.label)" }
    }
    for line in lines {
      let run = try await InProcessTally.ofAda().session(Array("\(line)\n+\n".utf8))
      #expect(run.errors == "" && run.status == 0, "\(line)")
      // Lines between the greeting and the final count belong to the destination.
      let shown = run.output.split(separator: "\n")
      #expect(shown.count > 2 && shown.last == "Current count is 1", "\(line)")
    }
  }

  @Test(arguments: Destination.allCases)
  func `a destination's word is a command, and so is each action after it`(
    destination: Destination
  ) throws {
    let word = destination.label
    try expect(word, .go(to: destination, doing: nil))
    for choice in destination.choices {
      try expect("\(word) \(choice.label)", .go(to: destination, doing: choice.label))
    }
    #expect(throws: Refusal.input(.wrongUsage("Unexpected argument 'x'", usage: word))) {
      try LineRequest("\(word) x")
    }
  }

  private func expect(_ line: String, _ expected: SceneCommand) throws {
    guard case .scene(let command, _, _) = try LineRequest(line) else {
      return #expect(Bool(false), "\(line) is nothing of a scene")
    }
    #expect(command == expected)
  }
}
