import Domain

extension Tables {
  /// A device that has logged in to an account before, and its own attempts.
  struct KnownDevice: Sendable {
    let token: DeviceToken
    let loggedInAt: Timestamp
    var throttle: Throttle
  }

  /// Where the device is in `devices`, if the account with that name exists and knows it.
  private func place(of token: DeviceToken?, at key: String, now: Timestamp) -> (Int64, Int)? {
    guard let user = account(withKey: key)?.user.id,
      let index = devices[user]?.firstIndex(where: {
        $0.token == token && Device.isKnown(since: $0.loggedInAt, at: now)
      })
    else { return nil }
    return (user, index)
  }

  /// Counts an attempt: of the device alone if the account knows it, or else of the name.
  mutating func countAttempt(at key: String, from token: DeviceToken?, now: Timestamp)
    throws(Refusal)
  {
    if let (user, index) = place(of: token, at: key, now: now) {
      try devices[user]?[index].throttle.count(at: now)
    } else {
      try throttles[key, default: Throttle(attempts: 0, lastAttempt: now)].count(at: now)
    }
  }

  /// Clears the attempts that `countAttempt` counted.
  mutating func clearAttempts(at key: String, from token: DeviceToken?, now: Timestamp) {
    if let (user, index) = place(of: token, at: key, now: now) {
      devices[user]?[index].throttle = Throttle(attempts: 0, lastAttempt: now)
    } else {
      throttles[key] = nil
    }
  }

  /// Remembers that a device has logged in, and forgets the oldest of too many.
  mutating func remember(_ token: DeviceToken, of user: User, at now: Timestamp) {
    let known = devices[user.id, default: []]
    let throttle = known.first { $0.token == token }?.throttle
    let device = KnownDevice(
      token: token, loggedInAt: now,
      throttle: throttle ?? Throttle(attempts: 0, lastAttempt: now))
    devices[user.id] = Array(
      ([device] + known.filter { $0.token != token }).prefix(Device.mostPerAccount))
  }
}
