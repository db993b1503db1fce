import Programs
import Testing

extension FaultTests {
  /// The primary of a PostgreSQL cluster hangs, its standby takes over, and the old one goes on.
  @Suite struct OldPrimaryTests {
    private static let row =
      "PostgreSQL: the primary stopped, its standby promoted, the old resumed"

    @Test(.needsPostgreSQL(for: row))
    func `An old primary that goes on acknowledges nothing`() async throws {
      let rounds = Scale.isFull ? 10 : 1
      var cluster = try await Cluster()
      var (old, new) = (Load.Record(), Load.Record())
      for round in 1...rounds {
        if round > 1 { try await cluster.addStandby() }
        let counter = "round-\(round)"
        try #require(try await cluster.tally.run(["new", counter]).status == 0)
        let records = try await goOn(in: cluster, counting: counter) { old in
          // One waits for the standby in vain, and others for what it holds.
          try await old.hear(failures: 2)
        }
        old += records.old
        new += records.new
        cluster.swap()
      }
      let violations = old.complaints
      Figures.note(
        Self.row, asked: "\(rounds) times, no acknowledgement from the old one",
        reached: "\(rounds) times, \(violations.count) violations; "
          + "\(old.failures) changes failed there, \(old.unknown.count) of them unknown; "
          + "\(new.acknowledged.count) acknowledged by the new one meanwhile")
      #expect(violations.prefix(9) == [])
    }

    @Test(.needsPostgreSQL(for: row))
    func `Acknowledgements from an old primary are detected`() async throws {
      let cluster = try await Cluster(isSynchronous: false)
      let records = try await goOn(in: cluster, counting: "main") { old in
        try await old.hear(acknowledgements: 10)
      }
      #expect(records.old.complaints.contains { $0.hasSuffix("was acknowledged and is absent") })
    }

    /// Lets two processes count on each side of a split cluster, until those on the old one have
    /// heard enough. What is wrong is among the old side's complaints.
    private func goOn(
      in cluster: Cluster, counting counter: String,
      until hasHeard: (_ old: Load) async throws -> Void
    ) async throws -> (old: Load.Record, new: Load.Record) {
      let (old, new, tally) = (cluster.primary, cluster.standby, cluster.tally)
      let there = try await tally.environment(at: Cluster.address(of: new))
      let onNew = Load(of: counter, side: "-new", environment: there)
      let onOld = Load(
        of: counter, side: "-old",
        environment: try await tally.environment(at: Cluster.address(of: old, new)))
      var newRecord = Load.Record()
      var oldRecord = try await onOld.run([.never, .never]) {
        try await onOld.hear(acknowledgements: 20)
        try old.pause()
        try await new.promote()
        newRecord = try await onNew.run([.never, .never]) {
          try await onNew.hear(acknowledgements: 20)
          try old.resume()
          try await hasHeard(onOld)
        }
        onOld.end()
        // What still waits for a standby ends, and the rest is done by the new one.
        try old.kill()
      }
      var both = oldRecord
      both += newRecord
      let history = try await DoorEntry.all(of: counter, in: tally, for: there)
      oldRecord.complaints = both.violations(in: history, count: history.last?.count)
      return (oldRecord, newRecord)
    }
  }
}
