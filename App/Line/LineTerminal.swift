import Domain
import Presentation

/// What every view of the line toolkit needs for input and output.
@MainActor
struct LineTerminal {
  /// Asks questions.
  let dialogue: LineDialogue
  /// Prints results.
  let output: LineOutput
  /// The present width and abilities of the output.
  let metrics: () -> TextMetrics
  /// The user's calendar.
  let calendar: any LocalCalendar

  /// Prints sentences without buffering.
  func print(sentences: [String]) throws {
    if !sentences.isEmpty { try output.write(sentences: sentences) }
  }

  /// Prints lines, in the pager if they are longer than the screen.
  func print(_ lines: [String]) async throws {
    try await output.writePaged(lines)
  }
}

/// The context of a line, which determines the available commands.
enum LineContext: Equatable, Sendable {
  /// Logged out.
  case signedOut
  /// Logged in.
  case signedIn(Username)

  /// The context of a scene's state.
  init(_ state: some SceneState) {
    self = (state as? any SignedInState).map { .signedIn($0.username) } ?? .signedOut
  }
}
