internal import Domain

/// The schema of a store, and its migrations.
enum Schema {
  /// "TALY", which identifies a store's file.
  static let applicationID: Int32 = 0x5441_4C59
  /// The version that this program writes.
  static var version: Int32 { Int32(migrations.count) }

  /// The first version whose undo counts follow `UndoMarks`.
  static let versionOfMarks: Int32 = 4

  /// The migration at index `n` turns version `n` into `n + 1`. Only append to this list.
  static let migrations = [
    accountsAndCounters, lengthsOfSubjects, waysToDelete, marksOfImports, membersAndAuthors,
    formerNamesAndImportedAuthors, timesInOrder, devices, identity,
    namesInFiles, undosOfFiles, limits, archive, notes, dayStarts, reverts, invitations,
    periodsOfTargets,
  ]

  /// Undo and redo take a constant number of steps in a history of any length, because both stacks
  /// are linked through its rows: a counter's `undo_seq` and `redo_seq` are their tops, and a row's
  /// `below_seq` is the row below it when it was pushed.
  ///
  /// `uid` identifies a change, or the creation of a counter, in every store. `of_seq` is the
  /// subject of an undo or redo.
  ///
  /// `first_seq` is the first row of an import; the last row represents the whole import on the
  /// undo stack.
  ///
  /// `undone` counts how often a row is undone. `summed` is what a chart adds up; it is not a
  /// generated column, because SQLite would still read the row when it is in an index.
  private static let accountsAndCounters = """
    CREATE TABLE users (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      username TEXT NOT NULL CHECK (length(username) BETWEEN 1 AND 64),
      username_key TEXT NOT NULL UNIQUE CHECK (username_key = lower(username)),
      password_hash TEXT NOT NULL CHECK (length(password_hash) > 0),
      created_at INTEGER NOT NULL,
      open_counter_id INTEGER REFERENCES counters(id) ON DELETE SET NULL
    ) STRICT;

    CREATE TABLE sessions (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      token_digest BLOB NOT NULL UNIQUE CHECK (length(token_digest) = 32),
      place TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      used_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX sessions_user ON sessions(user_id);

    CREATE TABLE throttles (
      name_digest BLOB PRIMARY KEY CHECK (length(name_digest) = 32),
      tries INTEGER NOT NULL CHECK (tries >= 0),
      last_try INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX throttles_last_try ON throttles(last_try);

    CREATE TABLE counters (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      uid BLOB NOT NULL CHECK (length(uid) = 16),
      name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
      name_key TEXT NOT NULL CHECK (length(name_key) >= 1),
      count INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL,
      changed_at INTEGER,
      last_seq INTEGER NOT NULL DEFAULT 0 CHECK (last_seq >= 0),
      undo_seq INTEGER CHECK (undo_seq BETWEEN 1 AND last_seq),
      redo_seq INTEGER CHECK (redo_seq BETWEEN 1 AND last_seq),
      UNIQUE (user_id, name_key),
      UNIQUE (user_id, uid),
      UNIQUE (id, user_id)
    ) STRICT;

    CREATE TABLE changes (
      counter_id INTEGER NOT NULL,
      seq INTEGER NOT NULL CHECK (seq >= 1),
      user_id INTEGER NOT NULL,
      uid ANY NOT NULL CHECK (
        CASE typeof(uid) WHEN 'blob' THEN length(uid) = 16 WHEN 'text' THEN length(uid) >= 1
        ELSE FALSE END),
      time INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('change', 'set', 'reset', 'undo', 'redo', 'import')),
      amount INTEGER NOT NULL,
      count INTEGER NOT NULL CHECK (kind <> 'reset' OR count = 0),
      of_seq INTEGER CHECK (of_seq BETWEEN 1 AND seq - 1),
      below_seq INTEGER CHECK (below_seq BETWEEN 1 AND seq - 1),
      first_seq INTEGER CHECK (first_seq BETWEEN 1 AND seq),
      undone INTEGER NOT NULL DEFAULT 0 CHECK (undone >= 0),
      summed INTEGER NOT NULL CHECK (
        summed = CASE WHEN kind = 'change' AND undone = 0 THEN amount ELSE 0 END),
      PRIMARY KEY (counter_id, seq),
      FOREIGN KEY (counter_id, user_id) REFERENCES counters(id, user_id) ON DELETE CASCADE,
      CHECK ((kind IN ('undo', 'redo')) = (of_seq IS NOT NULL))
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX changes_uid ON changes(user_id, uid);
    CREATE INDEX changes_time ON changes(counter_id, time, summed);
    """

  /// An undo or redo of an import records how many changes it covers, because in another store they
  /// may be part of a larger import. `of_seq` is the last of them.
  private static let lengthsOfSubjects = """
    ALTER TABLE changes ADD COLUMN of_length INTEGER CHECK (
      of_length IS NULL OR of_seq IS NOT NULL AND of_length BETWEEN 1 AND of_seq);
    UPDATE changes SET of_length = (
      SELECT original.seq - original.first_seq + 1 FROM changes AS original
      WHERE original.counter_id = changes.counter_id AND original.seq = changes.of_seq)
    WHERE of_seq IS NOT NULL AND first_seq IS NULL;
    """

  /// Indexes for deletion: SQLite searches all rows that may refer to a deleted one. Without them
  /// it reads every user, and the changes of all counters of the account.
  private static let waysToDelete = """
    CREATE INDEX users_open_counter ON users(open_counter_id);
    DROP INDEX changes_uid;
    CREATE UNIQUE INDEX changes_uid ON changes(uid, user_id);
    """

  /// Changes undone by an import stayed undone after the import itself was undone. `UndoMarks`
  /// recounts them; no definition changes.
  private static let marksOfImports = ""

  /// Shared counters. `members` has everybody with whom a counter is or was shared. A former member
  /// has no role, but keeps the tops of their stacks in case they come back. The owner's tops stay
  /// in `counters`, because most changes are the owner's. The index finds a person in a counter,
  /// and all of a person's memberships when the account is deleted.
  ///
  /// `set_seq` is the owner's newest set or reset; imported ones do not count.
  ///
  /// `author` is the account that made a change, or NULL for the owner. It is not a foreign key,
  /// because deleting an account would then search everybody's changes; account numbers are never
  /// reused. A change is identified by `uid` and author together, so that nobody learns about
  /// another's changes. The index uses `coalesce`, which other databases know too; every statement
  /// that needs the index must use it as well.
  private static let membersAndAuthors = """
    CREATE TABLE members (
      counter_id INTEGER NOT NULL REFERENCES counters(id) ON DELETE CASCADE,
      number INTEGER NOT NULL CHECK (number >= 1),
      user_id INTEGER REFERENCES users(id) ON DELETE SET NULL,
      role TEXT CHECK (role IN ('counts', 'views')),
      undo_seq INTEGER CHECK (undo_seq >= 1),
      redo_seq INTEGER CHECK (redo_seq >= 1),
      PRIMARY KEY (counter_id, number),
      UNIQUE (user_id, counter_id)
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE counters ADD COLUMN target INTEGER CHECK (target >= 1);
    ALTER TABLE counters ADD COLUMN set_seq INTEGER CHECK (set_seq BETWEEN 1 AND last_seq);
    UPDATE counters SET set_seq = (
      SELECT seq FROM changes
      WHERE counter_id = counters.id AND kind IN ('set', 'reset') AND first_seq IS NULL
      ORDER BY seq DESC LIMIT 1);
    ALTER TABLE changes ADD COLUMN author INTEGER CHECK (author <> user_id);
    DROP INDEX changes_uid;
    CREATE UNIQUE INDEX changes_uid ON changes(uid, coalesce(author, user_id));
    """

  /// The name of a deleted account is never given to another; its digest is kept.
  ///
  /// `by_name` is the author named in an imported file, as text. In a file, a change is identified
  /// by its id and this name together.
  ///
  /// The time index includes the author, so that sums per member need only the index.
  private static let formerNamesAndImportedAuthors = """
    CREATE TABLE former_usernames (
      name_digest BLOB PRIMARY KEY CHECK (length(name_digest) = 32)
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE changes ADD COLUMN by_name TEXT CHECK (
      by_name IS NULL OR length(by_name) >= 1 AND author IS NULL);
    DROP INDEX changes_uid;
    CREATE UNIQUE INDEX changes_uid
      ON changes(uid, coalesce(author, user_id), coalesce(by_name, ''));
    DROP INDEX changes_time;
    CREATE INDEX changes_time ON changes(counter_id, time, summed, author);
    """

  /// `ordered_until` is the time of the newest change if all changes were entered in the order of
  /// their times. Then the sum of a period is the difference of two counts, less the amounts that
  /// are not summed. It is NULL otherwise, and without changes. `TimeOrder` maintains it.
  private static let timesInOrder = """
    ALTER TABLE counters ADD COLUMN ordered_until INTEGER;
    UPDATE counters SET ordered_until = (
      SELECT CASE WHEN count(CASE WHEN time < before THEN 1 END) = 0 THEN max(time) END
      FROM (
        SELECT time, lag(time) OVER (ORDER BY seq) AS before
        FROM changes WHERE counter_id = counters.id));
    DROP INDEX changes_time;
    CREATE INDEX changes_time ON changes(counter_id, time, seq, summed, author, count);
    CREATE INDEX changes_unsummed ON changes(counter_id, time, amount) WHERE amount <> summed;
    """

  /// The devices that have logged in to an account. Each has a count of its own, because in
  /// `throttles` anybody's attempts at a name are counted together.
  private static let devices = """
    CREATE TABLE devices (
      user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      token_digest BLOB NOT NULL CHECK (length(token_digest) = 32),
      logged_in_at INTEGER NOT NULL,
      tries INTEGER NOT NULL CHECK (tries >= 0),
      last_try INTEGER NOT NULL,
      PRIMARY KEY (user_id, token_digest)
    ) STRICT, WITHOUT ROWID;
    """

  /// A random id, which tells the store from any other. A copy of the file keeps it.
  private static let identity = """
    CREATE TABLE tally_store (
      id BLOB NOT NULL CHECK (length(id) = 16),
      is_only INTEGER PRIMARY KEY DEFAULT 1 CHECK (is_only = 1)
    ) STRICT;
    INSERT INTO tally_store (id) VALUES (randomblob(16));
    """

  /// `nth` tells changes with the same `uid` in the counters of one owner apart. People choose
  /// identifiers, so that several may have chosen the same; `uid` and `nth` together identify a
  /// change in a file. The index begins with `uid`, because a new one is at its end.
  private static let namesInFiles = """
    ALTER TABLE changes ADD COLUMN nth INTEGER NOT NULL DEFAULT 1 CHECK (nth >= 1);
    UPDATE changes SET nth = numbered.nth FROM (
      SELECT counter_id, seq, row_number() OVER (
        PARTITION BY uid, user_id ORDER BY counter_id, seq) AS nth
      FROM changes WHERE uid IN (SELECT uid FROM changes GROUP BY uid HAVING count(*) > 1)
    ) AS numbered
    WHERE numbered.nth > 1
      AND changes.counter_id = numbered.counter_id AND changes.seq = numbered.seq;
    DROP INDEX changes_uid;
    CREATE UNIQUE INDEX changes_uid ON changes(uid, user_id, nth);
    """

  /// `loose_undos` has the imported undos and redos that nothing in `changes` links to their subject,
  /// `of_seq`: what an import left out, because it had no effect, and what became an ordinary
  /// imported change. `step` is 1 for an undo and -1 for a redo.
  private static let undosOfFiles = """
    CREATE TABLE loose_undos (
      counter_id INTEGER NOT NULL REFERENCES counters(id) ON DELETE CASCADE,
      of_seq INTEGER NOT NULL CHECK (of_seq >= 1),
      uid ANY NOT NULL CHECK (
        CASE typeof(uid) WHEN 'blob' THEN length(uid) = 16 WHEN 'text' THEN length(uid) >= 1
        ELSE FALSE END),
      author_key TEXT NOT NULL,
      time INTEGER NOT NULL,
      amount INTEGER NOT NULL,
      step INTEGER NOT NULL CHECK (step IN (-1, 1)),
      has_effect INTEGER NOT NULL CHECK (has_effect IN (0, 1)),
      PRIMARY KEY (counter_id, of_seq, uid, author_key, time, amount)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX loose_undos_uid ON loose_undos(uid);
    """

  /// `at_most` says that the target is not to be exceeded, rather than to be reached.
  private static let limits = """
    ALTER TABLE counters ADD COLUMN at_most INTEGER NOT NULL DEFAULT 0
      CHECK (at_most = 0 OR at_most = 1 AND target IS NOT NULL);
    """

  /// `archived` has the counters that an account took out of its lists, its own and others'. The
  /// index finds them when a counter is deleted.
  ///
  /// `password_reset_at` is when the owner of the store reset the password; the next login tells it
  /// and removes it.
  private static let archive = """
    CREATE TABLE archived (
      user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      counter_id INTEGER NOT NULL REFERENCES counters(id) ON DELETE CASCADE,
      PRIMARY KEY (user_id, counter_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX archived_counter ON archived(counter_id);
    ALTER TABLE users ADD COLUMN password_reset_at INTEGER;
    """

  /// What authors wrote beside changes.
  private static let notes = """
    ALTER TABLE changes ADD COLUMN note TEXT CHECK (length(note) BETWEEN 1 AND 200);
    """

  /// When an account's days begin, in minutes after midnight.
  private static let dayStarts = """
    ALTER TABLE users ADD COLUMN day_start INTEGER NOT NULL DEFAULT 0
      CHECK (day_start BETWEEN 0 AND 1439);
    """

  /// `reverts` is the entry that a change takes back. Otherwise it is a change like any other, so that
  /// sums, undo and redo treat it as one. The index finds whether an entry is reverted.
  private static let reverts = """
    ALTER TABLE changes ADD COLUMN reverts INTEGER
      CHECK (reverts IS NULL OR kind = 'change' AND reverts BETWEEN 1 AND seq - 1);
    CREATE INDEX changes_reverts ON changes(counter_id, reverts) WHERE reverts IS NOT NULL;
    """

  /// Invitations and guests. Of the token in an invitation's link, only the digest is kept.
  ///
  /// A guest is a row of `users` that belongs to one counter. Its `username` is unique and cannot be
  /// typed; people see `guest_name`. `invitation` is the number in that counter. The index keeps the
  /// names of guests unique, and finds those of a deleted counter.
  ///
  /// `counts_until` is when a guest's invitation ends.
  private static let invitations = """
    CREATE TABLE invitations (
      counter_id INTEGER NOT NULL REFERENCES counters(id) ON DELETE CASCADE,
      number INTEGER NOT NULL CHECK (number >= 1),
      token_digest BLOB NOT NULL UNIQUE CHECK (length(token_digest) = 32),
      role TEXT NOT NULL CHECK (role IN ('counts', 'views')),
      ends_at INTEGER NOT NULL,
      places INTEGER NOT NULL CHECK (places >= 1),
      PRIMARY KEY (counter_id, number)
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE users ADD COLUMN guest_of INTEGER REFERENCES counters(id) ON DELETE CASCADE;
    ALTER TABLE users ADD COLUMN guest_name TEXT CHECK (
      (guest_name IS NULL) = (guest_of IS NULL) AND length(guest_name) BETWEEN 1 AND 32);
    ALTER TABLE users ADD COLUMN guest_key TEXT CHECK (
      (guest_key IS NULL) = (guest_of IS NULL) AND length(guest_key) >= 1);
    ALTER TABLE users ADD COLUMN invitation INTEGER CHECK (
      (invitation IS NULL) = (guest_of IS NULL) AND invitation >= 1);
    CREATE UNIQUE INDEX users_guest ON users(guest_of, guest_key) WHERE guest_of IS NOT NULL;
    ALTER TABLE members ADD COLUMN counts_until INTEGER;
    """

  /// `target_per` is the period in whose additions the target is reached, in the time zone
  /// `target_zone`; without them it is reached by the count.
  private static let periodsOfTargets = """
    ALTER TABLE counters ADD COLUMN target_per TEXT CHECK (
      target_per IS NULL OR target_per IN ('day', 'week', 'month') AND target IS NOT NULL);
    ALTER TABLE counters ADD COLUMN target_zone TEXT CHECK (
      (target_zone IS NULL) = (target_per IS NULL) AND length(target_zone) BETWEEN 1 AND 64);
    """
}
