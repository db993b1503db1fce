import Data
import Domain
import Doubles
import Programs
import Testing

extension FaultTests {
  /// The primary of a PostgreSQL cluster fails under load, and its standby takes over.
  @Suite struct FailoverTests {
    private static let row = "PostgreSQL: kill -9 of the primary under load, its standby takes over"
    private static let pauseRow =
      "PostgreSQL: the primary becomes read-only, its standby takes over"

    @Test(.needsPostgreSQL(for: row))
    func `What was acknowledged outlives the primary, and counts once`() async throws {
      let rounds = Scale.isFull ? 100 : 3
      var cluster = try await Cluster()
      var (random, record) = (Seed().generator, Load.Record())
      for round in 1...rounds {
        if round > 1 { try await cluster.addStandby() }
        record += try await failOver(
          &cluster, after: .random(in: 10...40, using: &random), counting: "round-\(round)",
          by: [.never, .never, .sameID, .sameID])
      }
      let faults = try await cluster.tally.faults()
      Figures.note(
        Self.row,
        asked: "\(rounds) times: acknowledged <= final <= acknowledged + unknown, each "
          + "acknowledged id once, the sum of the history",
        reached: "\(rounds) times, \(record.complaints.count) violations; "
          + "\(record.acknowledged.count) acknowledged, \(record.unknown.count) unknown, "
          + "\(record.failures) failures, longest pause \(record.longestPause.inSeconds)")
      #expect(record.complaints.prefix(9) == [])
      #expect(faults == "")
    }

    @Test(.needsPostgreSQL(for: row))
    func `The loss of changes that no standby has is detected`() async throws {
      var cluster = try await Cluster(isSynchronous: false)
      let record = try await failOver(
        &cluster, after: 20, counting: "main", by: [.never, .never], isReceiving: false)
      #expect(record.complaints.contains { $0.hasSuffix("was acknowledged and is absent") })
    }

    /// Kills the primary while processes change a counter, lets them go on with the standby, and
    /// finds out what is wrong.
    private func failOver(
      _ cluster: inout Cluster, after acknowledgements: Int, counting counter: String,
      by processes: [Load.Resending],
      isReceiving: Bool = true
    ) async throws -> Load.Record {
      if counter != "main" {
        try #require(try await cluster.tally.run(["new", counter]).status == 0)
      }
      if !isReceiving { try await cluster.stopReceiving() }
      let (old, new) = (cluster.primary, cluster.standby)
      let record = try await cluster.tally.load(counter, by: processes) { load in
        try await load.hear(acknowledgements: acknowledgements)
        try old.kill()
        try await new.promote()
        try await load.hear(acknowledgements: 20)
      }
      cluster.swap()
      return record
    }

    @Test(.needsPostgreSQL(for: pauseRow))
    func `16 clients go on with the new primary, and leave the read-only one`() async throws {
      let rounds = Scale.isFull ? 10 : 1
      var cluster = try await Cluster()
      var record = Load.Record()
      for round in 1...rounds {
        if round > 1 { try await cluster.addStandby() }
        let counter = "round-\(round)"
        try #require(try await cluster.tally.run(["new", counter]).status == 0)
        let (old, new) = (cluster.primary, cluster.standby)
        let processes = Array(repeating: Load.Resending.never, count: 16)
        record += try await cluster.tally.load(counter, by: processes) { load in
          try await load.hear(acknowledgements: 64)
          try await old.set("default_transaction_read_only", to: "on")
          let time = try await old.sql("SELECT clock_timestamp()").joined()
          // Transactions that began before may still write.
          try await old.wait(untilNoClient: "xact_start < '\(time)'")
          try await cluster.waitForStandby()
          try await new.promote()
          try await load.hear(acknowledgements: 64)
          try await old.wait(untilNoClient: "TRUE")
        }
        try old.kill()
        cluster.swap()
      }
      Figures.note(
        Self.pauseRow, asked: "\(rounds) times, 16 clients: a pause under 5 s, 0 violations",
        reached: "\(rounds) times, longest pause \(record.longestPause.inSeconds), "
          + "\(record.complaints.count) violations, \(record.acknowledged.count) acknowledged, "
          + "\(record.unknown.count) unknown")
      #expect(record.complaints.prefix(9) == [])
      // On a busy machine, 16 programs wait for the processor.
      if Scale.isFull { #expect(record.longestPause < .seconds(5)) }
    }

    @Test(.needsPostgreSQL(for: pauseRow))
    func `A program that only reads leaves the read-only server too`() async throws {
      #expect(try await countRead(whenOldIsReadOnly: true) == 1)
    }

    @Test(.needsPostgreSQL(for: pauseRow))
    func `A count that was read from an old server is detected`() async throws {
      #expect(try await countRead(whenOldIsReadOnly: false) == 0)
    }

    @Test(.needsPostgreSQL(for: pauseRow))
    func `A server that counted on the new primary reads from the old one no more`() async throws {
      let cluster = try await Cluster(isSynchronous: false)
      let (old, new) = (cluster.primary, cluster.standby)
      let tally = cluster.tally
      let token = try #require(try await tally.token())
      let store = try await PostgreSQLStore(
        at: PostgreSQLAddress(Cluster.address(of: new, old)), clock: WallClock(), makesStore: false)
      let session = try await store.resumeSession(token)
      let counter = try #require(try await store.openCounter(in: session))
      _ = try await store.apply([.add(1)], to: counter, in: session)
      try await cluster.waitForStandby()
      try await new.promote()
      // The old one goes on accepting changes, but the connection that made them is lost.
      try await old.sql(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'tally' AND query <> 'ROLLBACK'
        """)
      try await old.wait(untilNoClient: "query <> 'ROLLBACK'")
      _ = try await store.apply([.add(1)], to: counter, in: session)
      #expect(try await store.openCounter(in: session)?.count == 2)
      withExtendedLifetime(cluster) {}
    }

    /// The count that a store reads after a change on the new primary; it has read from the old one.
    private func countRead(whenOldIsReadOnly: Bool) async throws -> Int64? {
      let cluster = try await Cluster(isSynchronous: false)
      // The servers end with it.
      defer { withExtendedLifetime(cluster) {} }
      let tally = cluster.tally
      let token = try #require(try await tally.token())
      let store = try await PostgreSQLStore(
        at: PostgreSQLAddress(tally.store), clock: WallClock(), makesStore: false)
      let session = try await store.resumeSession(token)
      #expect(try await store.openCounter(in: session)?.count == 0)
      if whenOldIsReadOnly {
        try await cluster.primary.set("default_transaction_read_only", to: "on")
      }
      try await cluster.waitForStandby()
      try await cluster.standby.promote()
      let there = try await tally.environment(at: Cluster.address(of: cluster.standby))
      try #require(try await tally.run(["up", "main"], environment: there).status == 0)
      return try await store.openCounter(in: session)?.count
    }
  }
}

extension Duration {
  var inSeconds: String { formatted(.units(allowed: [.seconds], fractionalPart: .show(length: 1))) }
}
