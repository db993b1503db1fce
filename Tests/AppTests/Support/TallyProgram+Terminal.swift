@_exported import Programs

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
}
