internal import BareSQLite
internal import Data
internal import Foundation

/// Counts in a Tally store like a C program: the same schema, settings and lock, and the fewest
/// statements that keep the history.
public final class BareCounter {
  private let counter: Int64
  private let gate: Int32
  private let begin: BareStatement
  private let append: BareStatement
  private let move: BareStatement
  private let read: BareStatement
  private let commit: BareStatement
  private var random = SystemRandomNumberGenerator()
  private let clock = WallClock()

  /// Opens a counter of the store at `path`.
  public init(_ counter: Int64, inStoreAt path: String) throws(BareError) {
    let database = try BareDatabase(path: path)
    try database.adoptTallysSettings()
    begin = try database.statement("BEGIN IMMEDIATE")
    append = try database.statement(
      """
      INSERT INTO changes
        (counter_id, user_id, seq, uid, time, kind, amount, count, below_seq, summed)
      SELECT id, user_id, last_seq + 1, ?2, ?3, 'change', 1, count + 1, undo_seq, 1
      FROM counters WHERE id = ?1
      """)
    move = try database.statement(
      """
      UPDATE counters SET count = count + 1, last_seq = last_seq + 1, undo_seq = last_seq + 1,
        redo_seq = NULL, changed_at = ?2, ordered_until = ?2 WHERE id = ?1
      """)
    read = try database.statement("SELECT count FROM counters WHERE id = ?1")
    commit = try database.statement("COMMIT")
    self.counter = counter
    gate = open(path + ".gate", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard gate >= 0 else { throw BareError(text: "\(path).gate cannot be opened") }
  }

  deinit { close(gate) }

  /// Adds 1 with an id in the order of time, like those that Tally gives; returns the count once it is on
  /// the disk.
  public func up() throws(BareError) -> Int64 {
    let time = UInt64(bitPattern: clock.now.milliseconds)
    return try up(as: (time << 16 | 0x7000, random.next() >> 2 | 1 << 63))
  }

  /// Adds 1 with a given id, and returns the count once it is on the disk.
  public func up(as id: (high: UInt64, low: UInt64)) throws(BareError) -> Int64 {
    guard flock(gate, LOCK_EX) == 0 else { throw BareError(text: "the gate cannot be locked") }
    defer { flock(gate, LOCK_UN) }
    let now = clock.now.milliseconds
    try begin.run()
    append.bind(counter, at: 1)
    append.bind(id.high, id.low, at: 2)
    append.bind(now, at: 3)
    try append.run()
    move.bind(counter, at: 1)
    move.bind(now, at: 2)
    try move.run()
    read.bind(counter, at: 1)
    let count = try read.run()
    try commit.run()
    guard let count else { throw BareError(text: "there is no counter \(counter)") }
    return count
  }
}
