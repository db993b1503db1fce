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
