import Programs
import Testing

/// What the server says about the settings of its store's server.
@Suite(
  .limited, .serialized, .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.absence)"))
struct SettingsTests {
  private static let server = PostgreSQLServer("-c shared_buffers=1MB", schemas: 2)

  @Test(arguments: ["on", "off"])
  func `a crash that may lose saved changes is warned of at the start`(setting: String) async throws
  {
    let tally = try TallyProgram(environment: ["TALLY_STORE": try await Self.server.newSchema()])
    let new = try await tally.run(["signup", "ada", "--password-stdin"], input: "long enough 1\n")
    try #require(new.status == 0, "\(new)")
    try await Self.server.set("synchronous_commit", to: setting)
    // This machine does not have that address, so the server ends.
    let served = try await TallyProgram.run(
      "/usr/bin/env",
      [
        "\(TallyProgram.folder)/tally-serve", "--listen", "192.0.2.1:8080", "--behind-proxy",
        "127.0.0.1", "--host", "a",
      ], input: [], environment: tally.environment)
    let warning =
      "tally: A crash of the server may lose saved changes, because synchronous_commit is off\n"
    #expect(served.status == 74)
    #expect(served.errors.hasPrefix(warning) == (setting == "off"), "\(served)")
  }
}
