import Domain
import Presentation
import Testing

@testable import App

/// What both toolkits do with every destination there is, and with the next one.
@MainActor
@Suite struct DestinationViewTests {
  private let on = ScreenWorld()

  @Test(arguments: Destination.allCases)
  func `On the screen, a key leads there, other keys do what can be done, and Esc leads back`(
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

  @Test func `In a line, a word leads there, and others behind it do what can be done`()
    async throws
  {
    let lines = Destination.allCases.flatMap { destination in
      let word = destination.label
      return [word] + destination.choices.map { "\(word) \($0.label)" }
    }
    for line in lines {
      let run = try await InProcessTally.ofAda().session(Array("\(line)\n+\n".utf8))
      #expect(run.errors == "" && run.status == 0, "\(line)")
      // Something was shown between the greeting and the next count, which is where one was before.
      let shown = run.output.split(separator: "\n")
      #expect(shown.count > 2 && shown.last == "Current count is 1", "\(line)")
    }
  }

  @Test(arguments: Destination.allCases)
  func `a destination's word leads there in a line, and with the next word does something there`(
    destination: Destination
  ) throws {
    let word = destination.label
    #expect(try LineCommand(word) == .go(to: destination, doing: nil))
    for choice in destination.choices {
      let command = LineCommand.go(to: destination, doing: choice.label)
      #expect(try LineCommand("\(word) \(choice.label)") == command)
    }
    #expect(throws: Refusal.unknownCommand("\(word) x", near: word)) {
      try LineCommand("\(word) x")
    }
  }
}
