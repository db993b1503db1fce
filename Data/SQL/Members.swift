internal import Domain

extension SQLConnection {
  /// Sets an account's permission for a counter, and makes the account a member if necessary.
  func setPermission(_ permission: Role.Permission, ofUser user: Int64, to counter: Int64) throws {
    try run(
      "UPDATE members SET role = ? WHERE counter_id = ? AND user_id = ?",
      [permission.rawValue, counter, user])
    guard changedRows == 0 else { return }
    try run(
      """
      INSERT INTO members (counter_id, number, user_id, role)
      SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3 FROM members WHERE counter_id = ?1
      """, [counter, user, permission.rawValue])
  }

  /// Removes an account's permission; returns whether it had one. The stacks stay.
  func removePermission(ofUser user: Int64, to counter: Int64) throws -> Bool {
    try run(
      "UPDATE members SET role = NULL WHERE counter_id = ? AND user_id = ? AND role IS NOT NULL",
      [counter, user])
    return changedRows > 0
  }

  /// The permission of an account; `nil` if it is not a member.
  func permission(ofUser user: Int64, to counter: Int64) throws -> Role.Permission? {
    let role: String? = try value(
      "SELECT role FROM members WHERE counter_id = ? AND user_id = ?", [counter, user])
    return try role.map { try Role.Permission(column: $0) }
  }

  /// The members of a counter by name, with their permissions.
  func members(of counter: Int64) throws -> [(user: User, permission: Role.Permission)] {
    try rows(
      """
      SELECT \(User.columns), members.role FROM members JOIN users ON users.id = members.user_id
      WHERE members.counter_id = ? AND members.role IS NOT NULL ORDER BY users.username_key
      """, [counter]
    ).map { (try User(row: $0), try Role.Permission(column: try $0.value(3))) }
  }

  /// The number of members of a counter. Those whose account was deleted keep their rows.
  func memberCount(of counter: Int64) throws -> Int {
    try value(
      """
      SELECT count(*) FROM members
      WHERE counter_id = ? AND user_id IS NOT NULL AND role IS NOT NULL
      """, [counter]) ?? 0
  }

  /// Finds an account by name.
  func user(named name: Username) throws -> User? {
    try row("SELECT \(User.columns) FROM \(User.named)", [name.key])
      .map { try User(row: $0) }
  }
}
