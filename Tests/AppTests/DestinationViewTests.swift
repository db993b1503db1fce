import Domain
import Doubles
import Presentation
import Programs
import Testing

@testable import App

/// What both toolkits do with every destination there is, and with the next one.
@MainActor
@Suite(.timeLimit(.minutes(1))) struct DestinationViewTests {
  private let world = TestWorld()

  @Test(arguments: Destination.allCases)
  func `On the screen, a key leads there, other keys do what can be done, and Esc leads back`(
    destination: Destination
  ) async throws {
    let flow = Flow(useCases: world.useCases, days: world.days)
    let screen = Screen(
      flow: flow, size: Frame.Size(rows: 40, columns: 80),
      page: Page(columns: 80, hasBlocks: true) { _ in 1 },
      makeSecret: { SecretLine(wipe: { $0.initializeMemory(as: UInt8.self, repeating: 0) }) })
    await flow.showLoggedIn(try await world.signedUp())
    await screen.perform(KeyPress.typing("?"))
    #expect(screen.frame?.text.contains(destination.hint.meaning) == true)
    await screen.perform([.escape] + KeyPress.typing("\(destination.rawValue)"))
    #expect(flow.scene.counter == nil)
    for deed in destination.deeds { await screen.perform(KeyPress.typing(deed.key)) }
    #expect(flow.scene.counter == nil && flow.scene.state.alert == nil)
    await screen.perform([.escape])
    #expect(flow.scene.home != nil)
  }

  @Test func `In a line, a word leads there, and others behind it do what can be done`()
    async throws
  {
    let lines = Destination.allCases.flatMap { destination in
      let word = destination.hint.word
      return [word] + destination.deeds.map { "\(word) \($0.word)" }
    }
    for line in lines {
      let run = try await InProcessTally.ofAda().session(Array("\(line)\n+\n".utf8))
      #expect(run.errors == "" && run.status == 0, "\(line)")
      // Something was shown between the greeting and the next count, which is where one was before.
      let shown = run.output.split(separator: "\n")
      #expect(shown.count > 2 && shown.last == "Current count is 1", "\(line)")
    }
  }
}
