import Doubles
import Presentation
import Samples
import Testing

@testable import ScreenToolkit

/// The keys of all scenes, and their meanings.
@MainActor
@Suite(.limited) struct ScreenKeyTests {
  private let views = ScreenViewFactory(view: nil, scene: nil, calendar: FixedCalendar())

  /// The meanings of every character key on all scenes.
  private func words() throws -> [String: Set<String>] {
    // A question takes every key, so its n is not that of the list.
    var hints = KeyHint.general + KeyHint.confirmation.filter { $0.word != "no" }
    for kind in ActiveScene.sampled {
      for scene in try kind.still() { hints += scene.shown(by: views).hints }
    }
    return Dictionary(grouping: hints.filter { $0.key.count == 1 }, by: \.key)
      .mapValues { Set($0.map(\.word)) }
  }

  @Test func `A key means the same on every scene`() throws {
    let words = try words()
    #expect(words.filter { $0.value.count > 1 } == [:])
    #expect(words["y"] == ["yes"] && words["o"] == ["log out"])
    // They move everywhere.
    for letter in ["j", "k", "g", "G"] { #expect(words[letter] == nil) }
  }

  @Test func `A digit is not a key, because it begins a number`() throws {
    #expect(try words().keys.filter { "123456789".contains($0) } == [])
  }

  @Test func `A letter without a meaning does nothing`() async throws {
    let on = ScreenWorld()
    let screen = try await on.loggedIn()
    let keys = Set(try words().keys)
    for scene in ["", "h", "c", "a"] {
      await screen.perform(.typing(scene))
      let before = screen.frame
      let hints = on.flow.scene.shown(by: views).hints.map(\.key)
      for key in keys.subtracting(hints).subtracting(["?", "q"]) {
        await screen.perform(.typing(key))
        #expect(screen.frame == before, "\(key)")
      }
      while on.counter == nil { await screen.perform([.escape]) }
    }
  }
}
