import Foundation
import Programs
import Testing

extension FaultTests {
  /// A PostgreSQL server whose disk becomes full.
  @Suite struct FullServerDiskTests {
    private static let row = "PostgreSQL: a full disk of the server"
    private static let taps = 120

    /// The log alone takes long: Tally waits 20 s for the server. A tenth leaves it to the tests of a
    /// server that goes away.
    private static let disks = Scale.isFull ? Disk.allCases : [.data]

    /// What is on the full disk.
    private enum Disk: String, CaseIterable {
      /// The tables. The server refuses what needs more room.
      case data
      /// The log of changes. The server ends.
      case log
    }

    @Test(.needsPostgreSQL(for: row), .needs(.serverNamespace, for: row))
    func `Changes are refused on a full disk, and each counts once when there is room`()
      async throws
    {
      var violations: [String] = []
      for disk in Self.disks { violations += try await count(withFull: disk) }
      Figures.note(
        Self.row,
        asked: "of \(Self.disks.map(\.rawValue).joined(separator: " and ")): \(Self.taps) changes "
          + "each, told as they are and sent again, 0 violations",
        reached: "\(violations.count) violations")
      #expect(violations == [])
    }

    @Test(.needsPostgreSQL(for: row), .needs(.serverNamespace, for: row))
    func `Changes that are sent again as new ones are detected`() async throws {
      let violations = try await count(withFull: .data, resending: .newTap)
      #expect(violations.contains { $0.hasPrefix("counted") })
    }

    /// Counts until a disk is full, makes room, and sends all changes again. Returns what was wrong.
    private func count(withFull disk: Disk, resending: Door.Resending = .sameTap) async throws
      -> [String]
    {
      let run = try await TallyProgram().shell(Self.script(filling: disk, resending: resending))
      let tried = Tried.all(in: run)
      guard tried.map(\.command) == ["session", "session", "show main", "session", "check"],
        let before = Int(tried[0].output), let last = Int(tried[3].output)
      else { return ["\(run)"] }
      var violations: [String] = []
      let (full, shown) = (tried[1], tried[2])
      let answered = max(before, Int(full.output) ?? 0)
      switch disk {
      case .data:
        let refusal =
          "The server's disk is full, and nothing was changed. Make room on it, then try again"
        if !full.errors.hasSuffix(": \(refusal)") || shown.output != "\(answered)" {
          violations.append("\(full), then \(shown)")
        }
      case .log:
        // If the server ends before COMMIT, nothing was changed.
        let isTold = ["It is not known whether", "nothing was changed: "].contains {
          full.errors.contains($0)
        }
        let unreachable = "Check its address, and whether the server is running"
        if !isTold || shown.status != 74 || !shown.errors.hasSuffix(unreachable) {
          violations.append("\(full), then \(shown)")
        }
      }
      if full.status != 74 { violations.append("not full: \(full)") }
      if last != Self.taps { violations.append("counted \(last), after \(answered): \(tried)") }
      if tried.suffix(2).contains(where: { $0.status != 0 }) { violations.append("then: \(tried)") }
      return violations
    }

    /// A script that prints a full disk's results and the ones with room.
    private static func script(filling disk: Disk, resending: Door.Resending) -> String {
      """
      cd ~; PATH=\(PostgreSQLServer.programs ?? ""):$PATH
      export TALLY_STORE="postgresql:///postgres?host=$HOME&user=tally"
      sql() { psql -h ~ -U tally -AtqX -c "$1" postgres; }
      as_server() { exec \(Tool.asServer.joined(separator: " ")) "$@"; }
      start() {
        # It ends with this shell, and does not start again by itself.
        (as_server setpriv --pdeathsig QUIT postgres -D data/files -k ~ -c listen_addresses= \
          -c shared_buffers=1MB -c wal_keep_size=1GB -c restart_after_crash=off \
          \(PostgreSQLFolder.settings)) >>server.log 2>&1 &
        server=$!
        until sql '' 2>/dev/null; do kill -0 $server || exit 1; sleep 0.1; done
      }
      session() {
        seq $2 | sed "s/.*/up main 1 --id $1-&/" | tally --quiet >answers 2>errors
        status=$?
        printf 'session|%s|%s|%s\\n' $status "$(tail -n 1 answers | tr -dc 0-9)" "$(cat errors)"
      }
      mkdir data log
      for disk in data log; do mount -t tmpfs -o size=48m none $disk; done
      (as_server initdb -D data/files -X ~/log/files -U tally -A trust -E UTF8 --locale=C \
        --no-sync --wal-segsize=1) >initdb.log 2>&1 || cat initdb.log
      start
      tally signup ada --password-stdin <<<'\(TallyProgram.password)' >signup.log
      if [ \(disk.rawValue) = log ]; then
        # Uses the files that the log has already, but for some room in the last one.
        sql "SELECT pg_logical_emit_message(true, '', repeat(' ', 1048576))
          FROM generate_series(1, (SELECT count(*) FROM pg_ls_waldir()
            WHERE name > pg_walfile_name(pg_current_wal_insert_lsn()) AND length(name) = 24))"
        sql "SELECT pg_logical_emit_message(true, '', repeat(' ',
          greatest(0, 1015808 - (pg_current_wal_insert_lsn() - '0/0') % 1048576)::integer))"
      fi >use.log
      session tap 20
      dd if=/dev/zero of=\(disk.rawValue)/filler bs=4096 2>/dev/null
      session tap \(taps)
      if [ \(disk.rawValue) = log ]; then wait $server; fi
      try show main
      rm \(disk.rawValue)/filler
      kill -0 $server 2>/dev/null || start
      session \(resending == .sameTap ? "tap" : "new") \(taps)
      try check
      """
    }
  }
}
