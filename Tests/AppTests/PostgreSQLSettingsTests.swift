import Doubles
import Foundation
import Programs
import Testing

/// What Tally says about the settings of a server, which the tests change one after the other.
@Suite(
  .limited, .serialized, .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.absence)"))
struct PostgreSQLSettingsTests {
  private static let server = PostgreSQLServer("-c shared_buffers=1MB", schemas: 2)
  private static let replicated = PostgreSQLServer("-c shared_buffers=1MB", schemas: 1)
  private let server = Self.server

  private func signedUp(at address: String) async throws -> TallyProgram {
    let tally = try TallyProgram(environment: ["TALLY_STORE": address])
    let run = try await tally.run(["signup", "ada", "--password-stdin"], input: "long enough 1\n")
    #expect(run.status == 0, "\(run)")
    return tally
  }

  /// Expects these lines of `check`, and this warning from whatever lets people count.
  private func expect(
    _ tally: TallyProgram, settings: String, promise: String, warning: Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await tally.check(
      "check", "No problems found\nSettings of the server: \(settings)\n\(promise)\n",
      sourceLocation: sourceLocation)
    let line = warning ? "tally: \(promise)\n" : ""
    try await tally.check(
      [], "Type + to start counting\n", errors: line, sourceLocation: sourceLocation)
    try await tally.check(["--quiet"], "", sourceLocation: sourceLocation)
    try await tally.check("show main", "0\n", sourceLocation: sourceLocation)
    let screen = try await tally.run(["screen"])
    #expect(screen.errors.hasPrefix(line), "\(screen)", sourceLocation: sourceLocation)
    #expect(
      screen.errors.contains(promise) == warning, "\(screen)", sourceLocation: sourceLocation)
  }

  @Test func `a crash of the server is warned of when it may lose or damage something`()
    async throws
  {
    let address = try await server.newSchema()
    let tally = try await signedUp(at: address)
    try await expect(
      tally,
      settings:
        "synchronous_commit is on, fsync is on, full_page_writes is on, "
        + "synchronous_standby_names is empty",
      promise: "A saved change survives a crash of the server", warning: false)

    for (name, danger) in [
      ("synchronous_commit", "lose saved changes"), ("fsync", "damage the store"),
      ("full_page_writes", "damage the store"),
    ] {
      try await server.set(name, to: "off")
      let settings = ["synchronous_commit", "fsync", "full_page_writes"]
        .map { "\($0) is \($0 == name ? "off" : "on")" }.joined(separator: ", ")
      try await expect(
        tally, settings: settings + ", synchronous_standby_names is empty",
        promise: "A crash of the server may \(danger), because \(name) is off", warning: true)
      try await server.set(name, to: "on")
    }
  }

  @Test func `a role's own setting counts`() async throws {
    let tally = try await signedUp(at: try await server.newSchema())
    let own = try #require(tally.environment["TALLY_STORE"]) + "%20-csynchronous_commit%3Doff"
    let run = try await tally.run(["--store", own], input: "")
    #expect(
      run.errors
        == "tally: A crash of the server may lose saved changes, because synchronous_commit is off\n"
    )
  }

  @Test func `the loss of a machine is warned of where standbys are named`() async throws {
    let server = Self.replicated
    let tally = try await signedUp(at: try await server.newSchema())
    let shown =
      "synchronous_commit is on, fsync is on, full_page_writes is on, "
      + "synchronous_standby_names is *, the synchronous standby is "
    try await server.set("synchronous_standby_names", to: "*")
    try await expect(
      tally, settings: shown + "missing",
      promise: "No synchronous standby is connected, so changes wait for one", warning: true)

    try await withStandby(of: server) {
      try await expect(
        tally, settings: shown + "connected",
        promise: "A saved change survives the loss of one machine", warning: false)
      // A lesser role sees that there is a standby, and not which.
      #expect(
        try await server.administer(
          "CREATE ROLE clerk LOGIN; GRANT USAGE ON SCHEMA test_1 TO clerk; "
            + "GRANT ALL ON ALL TABLES IN SCHEMA test_1 TO clerk"
        ).status == 0)
      let address = try #require(tally.environment["TALLY_STORE"])
      let lesser = try await tally.run(
        ["check", "--store", address.replacing("user=tally", with: "user=clerk")])
      #expect(lesser.output.contains("the synchronous standby is not visible to this role"))
      #expect(lesser.output.hasSuffix("survives the loss of one machine\n"), "\(lesser)")

      try await server.set("synchronous_commit", to: "local")
      try await expect(
        tally, settings: shown.replacing("commit is on", with: "commit is local") + "connected",
        promise:
          "The loss of one machine may lose saved changes, because synchronous_commit is local",
        warning: true)
    }
  }

  /// Runs `body` while a program receives the server's log as a synchronous standby does.
  private func withStandby(of server: PostgreSQLServer, _ body: () async throws -> Void)
    async throws
  {
    let folder = try TemporaryFolder()
    let environment = try await server.environment()
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    let standby = try ChildProcess(
      "/usr/bin/env", ["pg_receivewal", "--synchronous", "-D", folder.path],
      environment: environment, input: null, output: null, errors: STDERR_FILENO)
    defer {
      standby.send(SIGKILL)
      _ = standby.wait()
    }
    try await eventually("a synchronous standby") {
      let state = try await server.run(
        "psql", ["-Atc", "SELECT sync_state FROM pg_stat_replication", "postgres"])
      return state.output == "sync\n"
    }
    try await body()
  }
}
