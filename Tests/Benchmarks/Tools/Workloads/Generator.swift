/// Fills a store quickly with rows in Tally's schema.
public struct Generator {
  private let database: BareDatabase

  /// Creates a generator for the store at `path`, which nobody else may use meanwhile.
  public init(path: String) throws(BareError) {
    database = try BareDatabase(path: path)
    try database.execute(
      """
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      PRAGMA cache_size = -200000;
      BEGIN;
      """)
  }

  /// Appends changes by 1 to an empty counter at a steady pace, so that the newest `recent` are in
  /// the `days` before `now` (milliseconds since 1970).
  public func addChanges(
    _ total: Int64, to counter: Int64, recent: Int64, inDays days: Int64, until now: Int64
  ) throws(BareError) {
    var random = SystemRandomNumberGenerator()
    let pace = days * 86_400_000 / max(recent, 1)
    let append = try database.statement(
      """
      INSERT INTO changes
        (counter_id, user_id, seq, uid, time, kind, amount, count, below_seq, summed)
      SELECT id, user_id, ?2, ?3, ?4, 'change', 1, ?2, nullif(?2 - 1, 0), 1
      FROM counters WHERE id = ?1
      """)
    append.bind(counter, at: 1)
    for sequence in 1...total {
      let time = now - (total - sequence) * pace
      append.bind(sequence, at: 2)
      append.bind(
        UInt64(bitPattern: time) << 16 | 0x7000, random.next() >> 2 | 1 << 63, at: 3)
      append.bind(time, at: 4)
      try append.run()
    }
    try database.execute(
      """
      UPDATE counters SET count = \(total), last_seq = \(total), undo_seq = \(total),
        redo_seq = NULL, changed_at = \(now), ordered_until = \(now) WHERE id = \(counter);
      COMMIT;
      """)
  }

  /// Creates accounts `user1`, `user2` and so on, each with a counter.
  public func addAccounts(_ total: Int64, passwordHash: String) throws(BareError) {
    try database.execute(
      """
      WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(total))
      INSERT INTO users (username, username_key, password_hash, created_at)
      SELECT 'user' || n, 'user' || n, '\(passwordHash)', 0 FROM number;
      INSERT INTO counters (user_id, uid, name, name_key, created_at)
      SELECT id, randomblob(16), 'main', 'main', 0 FROM users WHERE open_counter_id IS NULL;
      UPDATE users SET open_counter_id = (SELECT id FROM counters WHERE user_id = users.id)
      WHERE open_counter_id IS NULL;
      COMMIT;
      """)
  }

  /// Creates counters `counter1`, `counter2` and so on for the first account.
  public func addCounters(_ total: Int64) throws(BareError) {
    try database.execute(
      """
      WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(total))
      INSERT INTO counters (user_id, uid, name, name_key, created_at)
      SELECT 1, randomblob(16), 'counter' || n, 'counter' || n, 0 FROM number;
      COMMIT;
      """)
  }
}
