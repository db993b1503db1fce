/// A person at one toolkit: turns each step into what they type there, and tells what they then see.
///
/// A player lives from the program's start until it is quit.
@MainActor
protocol Player {
  /// Does a step, until the toolkit waits for the next.
  ///
  /// - Throws: `PlayFault` when the toolkit is not at the place where that can be done.
  func play(_ step: Step) async throws

  /// What the toolkit has put on the terminal since it was last asked.
  func newlyShown() throws -> String
}

/// A step could not be done.
struct PlayFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
