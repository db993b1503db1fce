import Programs
import Testing

extension FaultTests {
  /// The only standby of a PostgreSQL cluster is gone, so that no COMMIT can be made safe.
  @Suite struct MissingStandbyTests {
    private static let row = "PostgreSQL: the standby gone, the wait for it ended in every way"

    /// How the wait of a COMMIT ends.
    private enum End: CaseIterable {
      case deadline, cancelled, terminated

      /// The function that ends it.
      var function: String? {
        switch self {
        case .deadline: nil
        case .cancelled: "pg_cancel_backend"
        case .terminated: "pg_terminate_backend"
        }
      }
    }

    @Test(.needsPostgreSQL(for: row))
    func `Nothing is acknowledged while no standby has it, and it counts once afterwards`()
      async throws
    {
      let cluster = try await Cluster()
      let tally = cluster.tally
      let changes = [
        ["up", "main", "2", "--id"], ["down", "main", "--id"], ["up", "tea", "--create", "--id"],
      ]
      let others = [["rename", "main", "coffee"], ["new", "milk"], ["target", "coffee", "9"]]
      try await cluster.standby.stop()
      var violations: [String] = []
      var count = 0
      for (number, command) in changes.enumerated() {
        for end in End.allCases where number == 0 || end != .deadline {
          let arguments = command + ["\(end)-\(number)"]
          // Sent again, it is found on the primary, and still on no standby.
          for _ in 1...(end == .deadline ? 1 : 2) {
            count += 1
            violations += try await unacknowledged(arguments, on: cluster, end)
          }
        }
      }
      for command in others {
        count += 1
        violations += try await unacknowledged(command, on: cluster, .cancelled)
      }
      try await cluster.standby.start()
      try await cluster.waitForStandby()
      for (number, command) in changes.enumerated() {
        for end in End.allCases where number == 0 || end != .deadline {
          let run = try await tally.run(
            command.map { $0 == "main" ? "coffee" : $0 } + ["\(end)-\(number)"])
          if run.status != 0 { violations.append("\(command), then: \(run)") }
        }
      }
      let entries = try await DoorEntry.all(of: "coffee", in: tally, for: tally.environment)
      if entries.map(\.change) != [2, 2, 2, -1, -1] { violations.append("\(entries)") }
      let faults = try await tally.faults()
      Figures.note(
        Self.row, asked: "\(count) commands, none acknowledged; sent again, each counts once",
        reached: "\(count) commands, \(violations.count) violations")
      #expect(violations == [])
      #expect(faults == "")
    }

    @Test(.needsPostgreSQL(for: row))
    func `A commit that does not wait for the standby is detected`() async throws {
      let cluster = try await Cluster()
      try await cluster.standby.stop()
      #expect(
        try await unacknowledged(
          ["up", "main"], on: cluster, .deadline,
          environment: ["PGOPTIONS": "-c synchronous_commit=local"]) != [])
    }

    @Test(.needsPostgreSQL(for: row))
    func `A server's warning that is ignored is detected`() async throws {
      let cluster = try await Cluster()
      let proxy = try CuttingProxy(to: cluster.primary.host, hidesWarnings: true)
      defer { proxy.end() }
      let address = "postgresql:///postgres?host=\(proxy.host)&user=tally"
      let environment = try await cluster.tally.environment(at: address)
      try await cluster.standby.stop()
      #expect(
        try await unacknowledged(["up", "main"], on: cluster, .cancelled, environment: environment)
          != [])
    }

    /// Runs a command whose COMMIT waits for the standby. Returns what is wrong.
    private func unacknowledged(
      _ arguments: [String], on cluster: Cluster, _ end: End, environment: [String: String] = [:]
    ) async throws -> [String] {
      async let running = cluster.tally.run(arguments, environment: environment)
      if let function = end.function {
        let waiting = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        try await cluster.primary.wait(until: "EXISTS (SELECT \(waiting))")
        try await cluster.primary.sql("SELECT \(function)(pid) \(waiting)")
      }
      let run = try await running
      if end.function == nil {
        // The server does not notice that the client has gone.
        try await cluster.primary.sql(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        try await cluster.primary.wait(untilNoClient: "TRUE")
      }
      let isTold = Outcome(of: run) == .unknown && run.output.isEmpty
      return isTold ? [] : ["\(arguments), \(end): \(run)"]
    }
  }
}
