import Foundation
import Testing

@Suite(.limited) struct BackupCommandTests {
  @Test func `A backup to standard output is a valid store`() async throws {
    let tally = try await TallyProgram.ofAda()
    try await tally.check("up main 7", "7\n")
    let run = try await tally.bash(
      """
      mkdir temporary && export TMPDIR=~/temporary && set -o pipefail &&
      tally backup - | cat > piped.db && tally backup - > written.db && ls -A temporary
      """)
    #expect(run == TallyProgram.Run(status: 0, output: "", errors: ""))
    for name in ["piped.db", "written.db"] {
      chmod(tally.file(name), 0o600)
      try await tally.check("check --store \(tally.file(name))", "No problems found\n")
    }
    #expect(!FileManager.default.fileExists(atPath: tally.file("-")))
  }

  @Test func `A backup that cannot be written is an error, and leaves nothing`() async throws {
    let tally = try await TallyProgram.ofAda()
    let run = try await tally.bash(
      "mkdir temporary; TMPDIR=~/temporary tally backup - > /dev/full; echo $?; ls -A temporary")
    #expect(run.output == "74\n")
    #expect(run.errors == "tally: The output could not be written: No space left on device\n")
  }

  @Test func `A backup is not written to a terminal`() async throws {
    let tally = try await TallyProgram.ofAda()
    let terminal = try await tally.terminal(["backup", "-"])
    try await terminal.expect("tally: A backup is not text for a terminal.")
    #expect(try await terminal.waitForEnd() == 64)
    #expect(await !terminal.transcript.contains("SQLite"))
  }
}
