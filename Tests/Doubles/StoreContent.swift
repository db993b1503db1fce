import Domain

/// The content of accounts as text, independent of the storage format.
public struct StoreContent {
  let store: any Store
  let hasher: any PasswordHasher

  /// Creates the content of a store whose passwords `hasher` can verify.
  public init(of store: any Store, hasher: any PasswordHasher) {
    self.store = store
    self.hasher = hasher
  }

  /// Describes the accounts after logging in to each; undoes and redoes everything at the end.
  ///
  /// - Throws: the refusals of the store, and `Refusal.credentialsWrong`.
  public func lines(of usernames: [String], password: String) async throws(Refusal) -> [String] {
    var lines: [String] = []
    for username in usernames {
      let session = try await logIn(username, password)
      let start = try await store.dayStart(in: session)
      lines.append(
        "\(session.user.username.text) since \(text(session.user.createdAt))"
          + (start == .midnight ? "" : ", whose days begin \(start.minutes) min after midnight"))
      for other in try await store.otherSessions(than: session) {
        lines.append(
          "  logged in at \(other.place) since \(text(other.createdAt)), "
            + "last used \(text(other.lastUsedAt))")
      }
      lines.append("  open: \(try await store.openCounter(in: session)?.name.text ?? "none")")
      let archived = try await store.archivedCounters(in: session)
      for extent in try await store.extents(in: session) {
        lines += try await self.lines(
          of: extent, isArchived: archived.contains(extent.counter.id), in: session)
      }
    }
    return lines
  }

  private func logIn(_ username: String, _ password: String) async throws(Refusal) -> Session {
    guard let credentials = try await store.countAttempt(at: username),
      case .right = try await hasher.verify(secret(password), against: credentials.passwordHash)
    else { throw .credentialsWrong }
    return try await store.beginSession(
      with: credentials, newHash: nil, on: Device(place: "a test")
    ).session
  }

  private func lines(of extent: CounterExtent, isArchived: Bool, in session: Session)
    async throws(Refusal) -> [String]
  {
    let counter = extent.counter
    let changed = counter.changedAt.map(text) ?? "never"
    let sums = try await store.sums(
      of: counter, between: [.min, 1_795_000_000_000, .max].map(Timestamp.init(milliseconds:)),
      in: session)
    var lines = [
      "  \(counter.name.text) [\(counter.name.key)]: \(counter.count), changed \(changed)"
        + (counter.target.map { ", \($0.isLimit ? "limit" : "target") \($0.number)" } ?? "")
        + (counter.target?.period.map { ", each \($0.span) in \($0.zone)" } ?? "")
        + (isArchived ? ", archived" : ""),
      "    made \(text(extent.createdAt)) as \(extent.id.text); sums [\(sums.map(text).joined(separator: ", "))]",
    ]
    let always = Timestamp(milliseconds: .min)..<Timestamp(milliseconds: .max)
    for member in try await store.members(of: counter, summing: always, in: session).dropFirst() {
      lines.append(
        "    \(member.username.text) \(member.permission?.rawValue ?? "owns") it, "
          + "and added \(text(member.total))")
    }
    let changes = try await store.history(of: counter, newest: .max, in: session)
    for row in changes.map({ TransferRow($0, of: counter.name) }) {
      lines.append(
        "    \(text(row.time)) \(row.id.text): \(row.kind.rawValue) \(row.change), then \(row.count)"
          + (row.of.map { ", of \($0.text)" } ?? "")
          + (row.by == counter.owner.text ? "" : ", by \(row.by ?? "nobody")")
          + (row.note.map { ": \($0.text)" } ?? ""))
    }
    for command in [CountCommand.undo, .redo] {
      let applied = try await store.apply(
        Array(repeating: command, count: changes.count), to: counter, in: session)
      let counts = applied.outcomes.map { "\($0.count)" }.joined(separator: " ")
      lines.append("    \(command) comes to: \(counts.isEmpty ? "nothing" : counts)")
    }
    return lines
  }

  private func text(_ moment: Timestamp) -> String { moment.rfc3339 }

  private func text(_ sum: Int64?) -> String { sum.map(String.init) ?? "out of range" }
}
