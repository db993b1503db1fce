import Programs

extension TallyProgram {
  /// Runs the program to its end while `strace` puts faults into its calls. Only calls that concern
  /// a path with one of these beginnings count.
  func run(
    _ arguments: [String], injecting injections: [Injection], concerning paths: [String]
  ) async throws -> Run {
    let options =
      injections.flatMap { ["-e", "inject=\($0)"] } + paths.flatMap { ["-P", $0] }
    return try await Self.run(
      Tool.strace.path,
      ["-f", "-qq", "-o", "/dev/null"] + options + ["--", Self.path] + arguments,
      input: [], environment: environment)
  }
}
