/// A user of one toolkit: does each step with it, and returns what it shows.
///
/// A player exists from the program's start until it quits.
@MainActor
protocol Player {
  /// Does a step, until the toolkit waits for the next one.
  ///
  /// - Throws: `PlayFault` when the step is not possible now.
  func play(_ step: Step) async throws

  /// The terminal output since the last call.
  func newlyShown() throws -> String
}

/// A step could not be done.
struct PlayFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
