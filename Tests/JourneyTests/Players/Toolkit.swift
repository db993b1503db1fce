import Presentation

/// A toolkit for the journeys.
struct Toolkit: Sendable, CustomStringConvertible {
  let description: String
  /// Creates a player that has not started yet.
  let player: @Sendable @MainActor (JourneyWorld) throws -> any Player

  /// All toolkits; add a new one here.
  static let all = [
    Toolkit(description: "line", player: LinePlayer.init),
    Toolkit(description: "screen", player: ScreenPlayer.init),
    Toolkit(description: "page", player: PagePlayer.init),
  ]
}
