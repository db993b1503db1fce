@_exported import Programs
import Testing

extension TallyProgram {
  /// Starts the program at a terminal.
  func terminal(
    _ arguments: [String] = [], environment additions: [String: String] = [:],
    rows: UInt16 = 24, columns: UInt16 = 80
  ) async throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(rows: rows, columns: columns)
    try await terminal.start(
      Self.path, arguments, environment: environment.merging(additions) { $1 })
    return terminal
  }

  /// Starts a shell at a terminal, in the program's environment, with the prompt `shell> `.
  func shell(_ path: String, _ arguments: String...) async throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    try await terminal.start(
      path, arguments, environment: environment.merging(["PS1": "shell> "]) { $1 })
    try await terminal.expect("shell> ")
    return terminal
  }
}
