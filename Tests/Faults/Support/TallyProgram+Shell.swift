import Foundation
import Programs

extension TallyProgram {
  /// Runs a shell script in its own mount namespace. In it, `tally` is this program, `try` prints a
  /// command's result on one line, and `folder` is the store's folder.
  func shell(_ script: String, weakness: [String: String] = [:]) async throws -> Run {
    let folder = URL(fileURLWithPath: store).deletingLastPathComponent().path
    let prelude = """
      set -u
      folder=\(folder)
      tally() { env \(weakness.map { "\($0)='\($1)'" }.joined(separator: " ")) \(Self.path) "$@"; }
      try() {
        out=$(tally "$@" 2>~/errors <~/input); status=$?
        printf '%s|%s|%s|%s\\n' "$*" "$status" "${out//$'\\n'/ }" "$(cat ~/errors)"
      }
      touch ~/input

      """
    return try await Self.run(
      Tool.unshare.path, ["-Urm", "/bin/bash", "-c", prelude + script], input: [],
      environment: environment)
  }
}

/// The result of a command, as printed by `try`.
struct Tried: Sendable {
  let command: String
  let status: Int32
  let output: String
  let errors: String

  /// All results in a shell's output.
  static func all(in run: TallyProgram.Run) -> [Tried] {
    run.output.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 4, let status = Int32(parts[1]) else { return nil }
      return Tried(command: parts[0], status: status, output: parts[2], errors: parts[3])
    }
  }
}
