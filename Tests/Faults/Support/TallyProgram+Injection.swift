import Programs

extension TallyProgram {
  /// Runs the program while `strace` injects a fault into its calls for one of these paths.
  func run(
    _ arguments: [String], injecting injection: Injection, concerning paths: [String]
  ) async throws -> Run {
    let options = ["-e", "inject=\(injection)"] + paths.flatMap { ["-P", $0] }
    return try await Self.run(
      Tool.strace.path,
      ["-f", "-qq", "-o", "/dev/null"] + options + ["--", Self.path] + arguments,
      input: [], environment: environment)
  }
}
