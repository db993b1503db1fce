public import Domain
internal import Foundation
internal import GRDB

extension SQLiteStore: UserRepository {
  public func signUp(_ user: NewUser, firstCounter: CounterName, at place: String)
    async throws(Refusal) -> NewSession
  {
    try await write("sign up") { database, now in
      let id = try Self.insert(user, at: now, in: database)
      let counter = try Self.insertCounter(
        named: firstCounter, ofUser: id, at: now, in: database)
      try Self.noteOpen(counter.id, ofUser: id, in: database)
      let new = User(id: id, username: user.username, createdAt: now)
      return try Self.insertSession(of: new, at: place, now: now, in: database)
    }
  }

  public func countTry(at username: String) async throws(Refusal) -> Credentials? {
    // A try that is turned away may have changed the throttle, so it commits like any other.
    let result = try await write("count a try") {
      database, now -> Result<Credentials?, Refusal> in
      let key = username.lowercased()
      try database.run(
        "DELETE FROM throttles WHERE last_try < ?",
        [now.adding(seconds: -Throttle.lifetime).milliseconds])
      var throttle = try Self.throttle(of: key, in: database) ?? Throttle(tries: 0, lastTry: now)
      do throws(Refusal) {
        try throttle.count(at: now)
      } catch {
        try Self.keep(throttle, of: key, in: database)
        return .failure(error)
      }
      try Self.keep(throttle, of: key, in: database)
      return .success(try Self.credentials(of: key, in: database))
    }
    return try result.get()
  }

  public func changePassword(to hash: PasswordHash, in session: Session) async throws(Refusal) {
    let user = session.user
    try await write("change a password") { database, now in
      try database.use(session, at: now)
      try database.run(
        "UPDATE users SET password_hash = ? WHERE id = ?", [hash.text, user.id])
      try database.run(
        "DELETE FROM sessions WHERE user_id = ? AND id <> ?", [user.id, session.id])
      try Self.forgiveTries(at: user.username, in: database)
    }
  }

  public func deleteAccount(in session: Session) async throws(Refusal) {
    let user = session.user
    try await write("delete an account") { database, now in
      try database.check(session, at: now)
      try database.run("DELETE FROM users WHERE id = ?", [user.id])
      try Self.forgiveTries(at: user.username, in: database)
    }
  }
}

extension SQLiteStore {
  /// Forgets the tries that were counted at the password of a user.
  static func forgiveTries(at username: Username, in database: Database) throws {
    try database.run(
      "DELETE FROM throttles WHERE name_digest = ?", [digest(of: username.key)])
  }

  private static func insert(_ user: NewUser, at now: Timestamp, in database: Database) throws
    -> Int64
  {
    do {
      try database.run(
        """
        INSERT INTO users (username, username_key, password_hash, created_at)
        VALUES (?, ?, ?, ?)
        """,
        [
          user.username.text, user.username.key, user.passwordHash.text, now.milliseconds,
        ])
    } catch let error as DatabaseError where error.isNotUnique {
      throw Refusal.usernameTaken
    }
    return database.lastInsertedRowID
  }

  private static func credentials(of key: String, in database: Database) throws -> Credentials? {
    let row = try database.row(
      """
      SELECT \(User.columns), users.password_hash FROM users AS listed
      LEFT JOIN users ON users.id = listed.id AND users.username_key = listed.username_key
      WHERE listed.username_key = ?
      """, [key])
    return try row.map {
      Credentials(user: try User(row: $0), passwordHash: PasswordHash(try $0.value(3)))
    }
  }

  private static func throttle(of key: String, in database: Database) throws -> Throttle? {
    let row = try database.row(
      "SELECT tries, last_try FROM throttles WHERE name_digest = ?", [digest(of: key)])
    return try row.map { Throttle(tries: try $0.value(0), lastTry: try $0.timestamp(1)) }
  }

  private static func keep(_ throttle: Throttle, of key: String, in database: Database) throws {
    try database.run(
      """
      INSERT INTO throttles (name_digest, tries, last_try) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET tries = excluded.tries, last_try = excluded.last_try
      """,
      [digest(of: key), throttle.tries, throttle.lastTry.milliseconds])
  }

  /// What stands for a name at which a try was made: it may be a mistyped password, which the file
  /// must not keep.
  private static func digest(of key: String) -> Data {
    Data(sha256(Array(key.utf8)))
  }
}
