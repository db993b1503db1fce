import Domain
import Presentation

/// What every view of this toolkit shows and asks with.
@MainActor
struct LineTerminal {
  /// Where questions are asked.
  let dialogue: LineDialogue
  /// Where results are printed.
  let output: LineOutput
  /// What results are laid out for, now.
  let page: () -> Page
  /// The person's calendar and clock.
  let calendar: any LocalCalendar

  /// Prints sentences at once.
  func print(sentences: [String]) throws {
    if !sentences.isEmpty { try output.write(sentences: sentences) }
  }

  /// Prints the lines at once.
  func print(_ lines: [String]) throws {
    if !lines.isEmpty { try output.write(lines) }
  }
}

/// Where a line is typed, which decides whether its command can be carried out.
enum LineContext: Equatable, Sendable {
  /// Nobody is logged in.
  case signedOut
  /// Somebody is logged in.
  case signedIn(Username)

  /// The context of what is shown.
  init(_ state: some SceneState) {
    self = (state as? any SignedInState).map { .signedIn($0.username) } ?? .signedOut
  }
}
