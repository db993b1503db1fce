import Foundation
import Programs

/// A PostgreSQL server in a folder, which may fail at any time.
struct DatabaseServer: Sendable {
  /// The folder of its data, in `folder`.
  let name: String
  let folder: PostgreSQLFolder

  /// The folder of its socket, which is the name of its host in an address.
  var host: String { "\(folder.path)/\(name).socket" }
  private var psql: String { "psql -h \(host) -U tally -AtqX -v ON_ERROR_STOP=1 postgres" }

  /// The setting that makes COMMIT wait for a standby.
  static let waitsForStandby = "synchronous_standby_names = '*'"

  /// Creates the data of a new server.
  func create() async throws {
    try await folder.run(
      """
      initdb -D \(name) -U tally -A trust -E UTF8 --locale=C --no-sync --wal-segsize=1 >log 2>&1
      cat >>\(name)/postgresql.conf
      """,
      input: """
        autovacuum = off
        listen_addresses = ''
        max_wal_size = 64MB
        shared_buffers = 16MB
        wal_keep_size = 64MB
        wal_retrieve_retry_interval = 100ms
        include 'own.conf'

        """)
  }

  /// Replaces the data by a copy of another server's, so that this one becomes its standby.
  func follow(_ primary: DatabaseServer) async throws {
    try await folder.run(
      """
      rm -rf \(name) \(name).socket
      pg_basebackup -D \(name) -h \(primary.host) -U tally -R -c fast --no-sync
      """)
  }

  /// Starts it with these settings.
  func start(_ settings: String = "") async throws {
    try await folder.run(
      """
      mkdir -p \(name).socket
      cat >\(name)/own.conf
      pg_ctl -D \(name) -w -t 300 -s -l \(name).log -o "-k \(host) \(PostgreSQLFolder.settings)" \
        start >>log 2>&1
      """, input: "\(settings)\n")
  }

  /// Changes a setting, and waits until it has an effect.
  func set(_ name: String, to value: String) async throws {
    try await sql("ALTER SYSTEM SET \(name) = '\(value)'", "SELECT pg_reload_conf()")
    // New connections have the value when all processes know that there is one. The checkpointer,
    // which decides whether COMMIT waits, reads it before it does what it is asked for.
    try await wait(until: "current_setting('\(name)') = '\(value)'")
    try await sql("CHECKPOINT")
  }

  /// Makes a standby the primary.
  func promote() async throws {
    try await folder.run("pg_ctl -D \(name) -w -t 300 -s promote >>log 2>&1")
  }

  /// Runs statements, each on its own.
  ///
  /// - Returns: the rows of all, with `|` between columns.
  @discardableResult
  func sql(_ statements: String...) async throws -> [String] {
    try await folder.run(psql, input: statements.joined(separator: ";\n") + ";\n")
      .split(separator: "\n").map(String.init)
  }

  /// Waits until a condition in SQL is true.
  func wait(until condition: String) async throws {
    // A new connection sees new settings; the loop inside saves most of them.
    let loop = """
      SET client_min_messages = error;
      DO $$ BEGIN
        FOR attempt IN 1..20 LOOP
          PERFORM pg_stat_clear_snapshot();
          IF (\(condition)) THEN RETURN; END IF;
          PERFORM pg_sleep(0.005);
        END LOOP;
      END $$;
      SELECT \(condition);
      """
    try await eventually(condition) { try await folder.run(psql, input: loop) == "t\n" }
  }
}

extension DatabaseServer {
  /// What a line of the server's own notes says last, from 0 on.
  private func noted(inLine number: Int) throws -> Int32 {
    let text = try String(contentsOfFile: "\(folder.path)/\(name)/postmaster.pid", encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > number, let word = lines[number].split(separator: " ").last,
      let value = Int32(word)
    else { throw SystemError("postmaster.pid", code: EINVAL) }
    return value
  }

  private func postmaster() throws -> pid_t { try noted(inLine: 0) }

  /// The identifier of the shared memory that shows that it runs.
  private func memorySegment() throws -> Int32 { try noted(inLine: 6) }

  /// Its processes, the first of which starts the others and is stopped.
  private func stoppedProcesses() throws -> [pid_t] {
    let first = try postmaster()
    Foundation.kill(first, SIGSTOP)
    return try [first] + Self.children(of: first)
  }

  private static func children(of process: pid_t) throws -> [pid_t] {
    try String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
      .split(separator: " ").compactMap { pid_t($0) }
  }

  /// Ends all its processes at once, as when its machine fails.
  func kill() throws {
    let segment = try memorySegment()
    for process in try stoppedProcesses() { Foundation.kill(process, SIGKILL) }
    // A machine that fails keeps no memory. The system frees it when the last process has ended.
    shmctl(segment, IPC_RMID, nil)
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)/postmaster.pid")
  }

  /// Stops all its processes, as when its machine hangs.
  func pause() throws {
    for process in try stoppedProcesses().dropFirst() { Foundation.kill(process, SIGSTOP) }
  }

  /// Lets them go on.
  func resume() throws {
    let first = try postmaster()
    for process in try Self.children(of: first) + [first] { Foundation.kill(process, SIGCONT) }
  }

  /// Ends it, after what it does for its clients.
  func stop() async throws {
    try await folder.run("pg_ctl -D \(name) -w -t 300 -s -m fast stop >>log 2>&1")
  }
}
