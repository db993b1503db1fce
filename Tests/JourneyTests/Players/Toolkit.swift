import Presentation

/// A view toolkit, as the journeys know it.
struct Toolkit: Sendable, CustomStringConvertible {
  let description: String
  /// Makes a person at the toolkit who has started nothing yet.
  let player: @Sendable @MainActor (Flow) throws -> any Player

  /// Every toolkit there is: a new one joins the journeys here.
  static let all = [
    Toolkit(description: "line", player: LinePlayer.init),
    Toolkit(description: "screen", player: ScreenPlayer.init),
  ]
}
