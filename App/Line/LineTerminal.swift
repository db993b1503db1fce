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

  /// Prints what an action led to: the notice, then the lasting lines.
  ///
  /// - Throws: the alert's refusal in their place.
  func show(_ state: some SceneState) throws {
    if let alert = state.alert { throw alert.refusal }
    try print(sentences: lines(of: state))
  }

  /// What is printed of a state that no refusal led to: the notice, then the lasting lines.
  func lines(of state: some SceneState) -> [String] {
    [state.notice].compactMap(\.self) + state.lines
  }

  /// Prints sentences at once.
  func print(sentences: [String]) throws {
    if !sentences.isEmpty { try output.write(sentences: sentences) }
  }

  /// Prints the lines at once.
  func print(_ lines: [String]) throws {
    if !lines.isEmpty { try output.write(lines) }
  }
}
