import Domain
import Foundation
import Testing

@testable import ScreenToolkit

/// The picture of the full screen in the README.
@MainActor
@Suite(.limited) struct ScreenPictureTests {
  private let on = ScreenWorld()

  @Test func `The README shows the real screen`() async throws {
    let picture = try Document.block(marked: "screen").lines
    on.world.clock.now = try #require(Timestamp(rfc3339: "2026-11-20T09:40:00Z"))
    let session = try await on.signedUp()
    let coffee = try await on.world.useCases.createCounter(named: "coffee", in: session)
    _ = try await on.world.useCases.changeCount([.add(2)], to: coffee, in: session)
    on.world.clock.now = try #require(Timestamp(rfc3339: "2026-11-21T09:41:00Z"))
    await on.begin()
    let screen = await on.screen(rows: picture.count)
    await screen.perform(.typing("+"))
    let lines = try #require(screen.frame).lines
    #expect(lines.dropLast(2) == picture.dropLast(2))
    // A new scene adds a key here too, without the need for a new picture.
    let (keys, drawn) = (keys(of: lines), keys(of: picture))
    #expect(keys.filter(drawn.contains) == drawn)
  }

  /// The keys in the last rows: `+ add`, ...
  private func keys(of lines: [String]) -> [String] {
    lines.suffix(2).flatMap { $0.dropFirst().components(separatedBy: "  ") }
  }
}
