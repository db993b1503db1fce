internal import Domain

/// The statements of an import.
enum ImportSQL {
  /// How many rows are saved between two progress reports.
  static let stepLength: Int64 = 10_000

  static let matchMakings = """
    UPDATE staged_counters SET counter_id = (
      SELECT counters.id FROM staged_makings
      JOIN staged_counters AS made ON made.id = staged_makings.counter
      JOIN counters ON counters.uid = staged_makings.uid AND counters.user_id = ?
      WHERE made.id = staged_counters.id
      ORDER BY counters.name_key = made.name_key DESC, counters.id LIMIT 1)
    """

  /// The counters of the file that are not matched yet, and have rows that the account has.
  static let present = """
    SELECT id FROM staged_counters
    WHERE counter_id IS NULL
    AND EXISTS (SELECT 1 FROM present_rows WHERE counter = staged_counters.id)
    ORDER BY id
    """

  static let matchPresentRow = """
    UPDATE staged_counters SET counter_id = (
      SELECT counter_id FROM present_rows
      WHERE counter = ?1 AND \(isFree("present_rows.counter_id")) ORDER BY number LIMIT 1)
    WHERE id = ?1
    """

  /// Forgets the counters that are only a name beside changes that the account has.
  static let forgetKnown = """
    UPDATE staged_counters SET counter_id = NULL
    WHERE NOT EXISTS (SELECT 1 FROM numbered_rows WHERE counter = staged_counters.id)
    AND NOT EXISTS (SELECT 1 FROM staged_makings WHERE counter = staged_counters.id)
    """

  static let matchNames = """
    UPDATE staged_counters SET counter_id = (
      SELECT counters.id FROM \(Counter.found(where: isNamed)) AND \(isFree("counters.id")))
    WHERE counter_id IS NULL
    """

  private static let isNamed =
    "listed.user_id = ?1 AND listed.name_key = staged_counters.name_key"

  /// Whether no other counter of the file is this one.
  private static func isFree(_ counter: String) -> String {
    """
    NOT EXISTS (SELECT 1 FROM staged_counters AS matched WHERE matched.counter_id = \(counter))
    """
  }

  static let dropKnownMakings = """
    DELETE FROM staged_makings WHERE EXISTS (
      SELECT 1 FROM counters WHERE user_id = ? AND uid = staged_makings.uid)
    """

  /// Identifiers that several rows of the file have.
  static let noteRepeatedIDs = """
    INSERT INTO shared_ids SELECT uid FROM numbered_rows GROUP BY uid HAVING count(*) > 1
    """

  /// Identifiers that a row of the file shares with a different change of the account.
  static let noteTakenIDs = """
    INSERT INTO shared_ids SELECT DISTINCT uid FROM numbered_rows
    WHERE EXISTS (
      SELECT 1 FROM changes WHERE changes.uid = numbered_rows.uid AND changes.user_id = ?)
    ON CONFLICT DO NOTHING
    """

  /// The key of a stored author, as `ChangeMatch.authorKey` makes it.
  static let authorKey = """
    CASE WHEN known.author IS NULL AND known.by_name IS NULL THEN ''
      ELSE lower(coalesce(known.by_name, \(User.name(of: "writer")), '\(ChangeMatch.formerKey)')) END
    """

  /// The rows that the account has, each with its counter there.
  static let notePresent = """
    INSERT INTO present_rows
    SELECT row.counter, row.number, known.counter_id
    FROM numbered_rows AS row
    JOIN changes AS known ON known.uid = row.uid AND known.user_id = ? AND known.nth = row.nth
    LEFT JOIN users AS writer ON writer.id = known.author
    WHERE \(isKnown(by: authorKey))
    """

  /// What `ChangeMatch` decides for a row whose identifier no other row of the file has.
  static let dropPresent = """
    DELETE FROM numbered_rows
    WHERE (counter, number) IN (SELECT counter, number FROM present_rows)
    AND NOT EXISTS (SELECT 1 FROM shared_ids WHERE shared_ids.uid = numbered_rows.uid)
    """

  /// Whether what is known under a row's identifier, by the author with this key, is the row.
  static func isKnown(by author: String) -> String {
    """
    (known.time = row.time AND known.amount = row.amount OR row.is_made = 1)
    AND (row.author_key IN (\(author), '\(ChangeMatch.formerKey)')
      OR \(author) = '\(ChangeMatch.formerKey)')
    """
  }

  /// Gives the subjects of undos and redos the numbers that the account has for them. In files of
  /// earlier versions, only the author tells identifiers of several people apart.
  static let renameSubjects = """
    UPDATE numbered_rows SET of_nth = coalesce(
      (SELECT known_nth FROM known_rows
        WHERE known_rows.uid = of_uid AND known_rows.nth = of_nth
        AND known_rows.author_key = numbered_rows.author_key),
      (SELECT min(known_nth) FROM known_rows
        WHERE known_rows.uid = of_uid AND known_rows.nth = of_nth),
      of_nth)
    WHERE of_uid IS NOT NULL
    """

  /// Lets the undos and redos of a repeated row mean the row that stays.
  static let moveSubjects = """
    UPDATE numbered_rows SET of_number = again.first
    FROM repeated_rows AS again
    WHERE again.counter = numbered_rows.counter AND again.number = numbered_rows.of_number
    """

  static let renumber = """
    UPDATE numbered_rows SET place = again.place, high = again.high, low = again.low
    FROM (
      SELECT counter, number, row_number() OVER w AS place, sum(amount >> 32) OVER w AS high,
        sum(amount & 4294967295) OVER w AS low
      FROM numbered_rows WINDOW w AS (PARTITION BY counter ORDER BY number)
    ) AS again
    WHERE numbered_rows.counter = again.counter AND numbered_rows.number = again.number
    """

  /// The counters to create, each with another counter of the file that has its name already.
  static func missing(ifUUID isUUID: String) -> String {
    """
    SELECT id, name, name_key,
      (SELECT min(time) FROM staged_makings WHERE counter = staged_counters.id),
      (SELECT uid FROM staged_makings WHERE counter = staged_counters.id
        AND \(isUUID) ORDER BY time LIMIT 1),
      first_line,
      (SELECT counters.id FROM counters
        WHERE counters.user_id = ? AND counters.name_key = staged_counters.name_key
        AND EXISTS (SELECT 1 FROM staged_counters AS other WHERE other.counter_id = counters.id))
    FROM staged_counters WHERE counter_id IS NULL
    AND (EXISTS (SELECT 1 FROM staged_makings WHERE counter = staged_counters.id)
      OR EXISTS (SELECT 1 FROM numbered_rows WHERE counter = staged_counters.id))
    ORDER BY staged_counters.id
    """
  }

  /// Whether a row of `numbered_rows` is an undo or redo of a known subject.
  static let isUndo = "of_uid IS NOT NULL AND kind <> 'revert'"

  /// Finds the subject of each undo, redo and revert, in the file or in the account's own history. A
  /// subject of several changes must be complete: all are in the file, or all came with one import.
  ///
  /// What somebody else entered has no undo in a file, and neither has anything that the row does
  /// not take back or repeat exactly. The plus sign makes SQLite search by identifier instead of the
  /// counter's whole history.
  static let subject = """
    UPDATE numbered_rows SET of_seq = coalesce(
      (SELECT staged.base + subject.place
        FROM staged_counters AS staged
        JOIN numbered_rows AS subject
        ON subject.counter = staged.id AND subject.number = numbered_rows.of_number
        JOIN numbered_rows AS first
        ON first.counter = staged.id
        AND first.number = subject.number + 1 - coalesce(numbered_rows.of_length, 1)
        AND first.place = subject.place + 1 - coalesce(numbered_rows.of_length, 1)
        WHERE staged.id = numbered_rows.counter AND \(hasAmount(of: "numbered_rows"))
        AND (numbered_rows.kind <> 'revert' OR subject.kind = 'change')),
      (SELECT subject.seq
        FROM changes AS subject JOIN staged_counters AS staged
        ON staged.counter_id = +subject.counter_id
        WHERE subject.user_id = ?1 AND subject.uid = numbered_rows.of_uid
        AND subject.nth = numbered_rows.of_nth AND subject.author IS NULL
        AND staged.id = numbered_rows.counter AND \(hasAmount(of: "numbered_rows"))
        AND (numbered_rows.kind <> 'revert' OR subject.kind = 'change' AND subject.reverts IS NULL)
        AND (numbered_rows.of_length IS NULL
          OR subject.first_seq <= subject.seq + 1 - numbered_rows.of_length)))
    WHERE of_uid IS NOT NULL
    """

  /// Whether a row adds what its single subject added, or the opposite. The least number has no
  /// opposite; its undo adds it again (modulo 2^64).
  static func hasAmount(of row: String) -> String {
    """
    (\(row).of_length > 1 OR \(row).amount = CASE
      WHEN \(row).kind = 'redo' OR subject.amount = \(Int64.min) THEN subject.amount
      ELSE -subject.amount END)
    """
  }

  /// Locks the counters in the order of their ids, as all writers do.
  static let lock = """
    SELECT id FROM counters WHERE id IN (SELECT counter_id FROM staged_counters)
    ORDER BY id FOR NO KEY UPDATE
    """

  static let amounts = """
    SELECT line, amount, time FROM numbered_rows WHERE counter = ? ORDER BY number
    """

  /// The count after a row, from its upper bits and its lower 32: SQLite turns a sum that needs
  /// more than 64 bits into a floating-point number.
  private static let count = """
    ((counter.count >> 32) + row.high + (((counter.count & 4294967295) + row.low) >> 32)) << 32
    | (((counter.count & 4294967295) + row.low) & 4294967295)
    """

  static let append = """
    INSERT INTO changes (
      counter_id, user_id, seq, uid, time, kind, amount, count, of_seq, of_length, below_seq, first_seq,
      summed, by_name, nth, note, reverts)
    SELECT counter.id, counter.user_id, staged.base + row.place, row.uid, row.time,
      CASE WHEN row.kind = 'revert' THEN 'change'
        WHEN row.of_uid IS NOT NULL AND row.of_seq IS NULL THEN 'import' ELSE row.kind END,
      row.amount, \(count), CASE WHEN row.kind <> 'revert' THEN row.of_seq END,
      CASE WHEN row.kind <> 'revert' AND row.of_seq IS NOT NULL THEN row.of_length END,
      CASE WHEN row.place = staged.length THEN counter.undo_seq END, staged.base + 1,
      CASE WHEN row.kind IN ('change', 'revert') THEN row.amount ELSE 0 END,
      nullif(row.author, ''), row.nth, row.note,
      CASE WHEN row.kind = 'revert' THEN row.of_seq END
    FROM staged_counters AS staged
    CROSS JOIN counters AS counter ON counter.id = staged.counter_id
    CROSS JOIN numbered_rows AS row ON row.counter = staged.id
    WHERE staged.id = ? AND row.number BETWEEN ? AND ? ORDER BY row.number
    """

  /// The number of the last row of each counter that has rows.
  static let extent = """
    SELECT id, last, counter_id FROM (
      SELECT id, counter_id, (SELECT number FROM numbered_rows WHERE counter = staged_counters.id
        ORDER BY number DESC LIMIT 1) AS last
      FROM staged_counters) AS staged
    WHERE last IS NOT NULL ORDER BY id
    """

  /// The first subject of the undos and redos in each counter.
  static let marked = """
    SELECT staged.counter_id, min(row.of_seq + 1 - coalesce(row.of_length, 1))
    FROM numbered_rows AS row JOIN staged_counters AS staged ON staged.id = row.counter
    WHERE row.of_seq IS NOT NULL AND row.kind <> 'revert' GROUP BY staged.counter_id
    """
}
