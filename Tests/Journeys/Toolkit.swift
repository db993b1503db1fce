import Presentation

/// A toolkit for the journeys.
public struct Toolkit: Sendable, CustomStringConvertible {
  /// Its name.
  public let description: String
  /// Creates a player that has not started yet.
  let player: @Sendable @MainActor (JourneyWorld) throws -> any Player

  /// Creates a toolkit from its name and its player.
  public init(
    _ name: String, player: @escaping @Sendable @MainActor (JourneyWorld) throws -> any Player
  ) {
    description = name
    self.player = player
  }

  /// Creates a toolkit from its name and the hands of a person who uses it.
  public init(
    _ name: String, hands: @escaping @Sendable @MainActor (JourneyWorld) throws -> any Hands
  ) {
    self.init(name) { HandPlayer(try hands($0)) }
  }

  /// The example, with which a toolkit from outside is compared.
  public static let example = Toolkit("example", hands: ExampleHands.init)
}
