internal import Domain

/// A device that has logged in to an account before, and its own attempts.
struct KnownDevice {
  /// The account's number.
  let user: Int64
  /// What identifies the device.
  let token: DeviceToken
  /// The attempts from this device alone.
  var throttle: Throttle
}

extension SQLConnection {
  /// The device, if the account with that name exists and knows it. This transaction may change it.
  func knownDevice(_ token: DeviceToken?, of key: String, at now: Timestamp) throws -> KnownDevice?
  {
    guard let token, !key.utf8.contains(0) else { return nil }
    var sql = """
      SELECT devices.user_id, devices.logged_in_at, devices.tries, devices.last_try
      FROM users JOIN devices ON devices.user_id = users.id
      WHERE users.username_key = ? AND devices.token_digest = ?
      """
    if locksRows { sql += " FOR NO KEY UPDATE OF devices" }
    guard let row = try row(sql, [key, token.digest]),
      Device.isKnown(since: try row.timestamp(1), at: now)
    else { return nil }
    return KnownDevice(
      user: try row.value(0), token: token,
      throttle: Throttle(attempts: try row.value(2), lastAttempt: try row.timestamp(3)))
  }

  /// Saves a device's own attempts.
  func keep(_ device: KnownDevice) throws {
    try run(
      "UPDATE devices SET tries = ?, last_try = ? WHERE user_id = ? AND token_digest = ?",
      [
        device.throttle.attempts, device.throttle.lastAttempt.milliseconds, device.user,
        device.token.digest,
      ])
  }

  /// Remembers that a device has logged in to an account, and forgets the oldest of too many.
  ///
  /// - Returns: the device's token, which is new unless it has one.
  func remember(_ device: Device, of user: User, at now: Timestamp) throws -> DeviceToken {
    let token = try device.token ?? .random()
    try run(
      """
      INSERT INTO devices (user_id, token_digest, logged_in_at, tries, last_try)
      VALUES (?1, ?2, ?3, 0, ?3)
      ON CONFLICT (user_id, token_digest) DO UPDATE SET logged_in_at = excluded.logged_in_at
      """, [user.id, token.digest, now.milliseconds])
    try run(
      """
      DELETE FROM devices WHERE user_id = ?1 AND token_digest NOT IN (
        SELECT token_digest FROM devices WHERE user_id = ?1 ORDER BY logged_in_at DESC LIMIT ?2)
      """, [user.id, Device.mostPerAccount])
    return token
  }

  /// Forgets all devices of an account but one.
  func forgetDevices(of user: User, except token: DeviceToken?) throws {
    try run(
      "DELETE FROM devices WHERE user_id = ? AND token_digest <> ?",
      [user.id, token?.digest ?? []])
  }
}
