extension UseCases {
  /// Creates a counter with the count 0, and opens it.
  ///
  /// - Throws: `Refusal.counterName`, `.counterExists`, and the refusals of the repository.
  public func createCounter(named name: String, in session: Session) async throws(Refusal)
    -> Counter
  {
    try await counters.createCounter(named: try CounterName(new: name, in: normalizer), in: session)
  }

  /// The account's own counter with that name, ignoring case, or the shared one named like
  /// `ada/coffee`. Does not open it.
  ///
  /// - Throws: `Refusal.noSuchCounter` with the most similar name that the account can use, if
  ///   there is one; `.counterName` for an empty name; the refusals of the repository.
  public func findCounter(named name: String, in session: Session) async throws(Refusal) -> Counter
  {
    try await find(name, resuming: { () throws(Refusal) in session }) { reference throws(Refusal) in
      try await counters.counter(reference, in: session)
    }
  }

  /// Opens the named counter: one of the account's own, ignoring case, or one shared with it.
  ///
  /// - Throws: the refusals of `findCounter(named:in:)`.
  public func openCounter(named name: String, in session: Session) async throws(Refusal) -> Counter
  {
    try await find(name, resuming: { () throws(Refusal) in session }) { reference throws(Refusal) in
      try await counters.open(reference, in: session)
    }
  }

  /// Opens a counter that was listed, whatever its name is by now.
  ///
  /// - Throws: the refusals of the repository.
  public func openCounter(_ counter: Counter, in session: Session) async throws(Refusal) -> Counter
  {
    try await counters.open(counter, in: session)
  }

  /// Renames a counter, perhaps only in case. Returns the counter with its new name.
  ///
  /// - Throws: `Refusal.counterName`, `.counterExists`, and the refusals of the repository.
  public func renameCounter(_ counter: Counter, to name: String, in session: Session)
    async throws(Refusal) -> Counter
  {
    try await counters.rename(counter, to: try CounterName(new: name, in: normalizer), in: session)
  }

  /// Deletes the counter with its history if `confirmation` is its name, ignoring case.
  ///
  /// - Throws: `Refusal.nameNotConfirmed`, and the refusals of the repository.
  public func deleteCounter(_ counter: Counter, confirmation: String, in session: Session)
    async throws(Refusal)
  {
    guard normalizer.key(of: confirmation) == counter.name.key else { throw .nameNotConfirmed }
    try await counters.delete(counter, in: session)
  }

  /// A target for all time, or for each day, week or month in the time zone here.
  public func target(_ number: Int64, isLimit: Bool, per span: Span?) -> Target {
    Target(
      number, isLimit: isLimit, in: span.map { Target.Period($0, zone: calendar.zone) })
  }

  /// Returns the counter with its new target; `nil` removes the target.
  ///
  /// - Throws: `Refusal.targetTooSmall`, and the refusals of the repository.
  public func setTarget(_ target: Target?, of counter: Counter, in session: Session)
    async throws(Refusal) -> Counter
  {
    if let target, target.number < 1 { throw .targetTooSmall }
    return try await counters.setTarget(target, of: counter, in: session)
  }

  /// Shares the counter with the named account, or changes its permission. Returns the account's
  /// username as it was entered at sign-up.
  ///
  /// - Throws: `Refusal.noSuchAccount`, `.ownedAlready`, `.alreadyMember`, `.throttled`, and the
  ///   refusals of the repository.
  public func shareCounter(
    _ counter: Counter, with name: String, as permission: Role.Permission, in session: Session
  ) async throws(Refusal) -> Username {
    guard let username = try? Username(name) else { throw .noSuchAccount(named: name) }
    return try await members.share(counter, with: username, as: permission, in: session)
  }

  /// Ends the sharing with the named account, or removes the guest with that name. Returns the name as
  /// members see it.
  ///
  /// - Throws: `Refusal.notMember`, and the refusals of the repository.
  public func unshareCounter(_ counter: Counter, with name: String, in session: Session)
    async throws(Refusal) -> Username
  {
    if let username = try? Username(name) {
      do {
        return try await members.unshare(counter, with: username, in: session)
      } catch .notMember {
        // A guest may be called like that.
      }
    }
    guard let guest = try? GuestName(name, in: normalizer) else {
      throw .notMember(named: name, counter: counter.typedName)
    }
    return try await invitations.removeGuest(guest, from: counter, in: session)
  }

  /// The account's counters and those shared with it, each with the sum of a period.
  ///
  /// - Parameters:
  ///   - shelf: which of them.
  ///   - kept: counters that are listed whatever their shelf is, because they are open or marked; by
  ///     default the one that the account opened last.
  ///   - period: the period; today by default.
  ///   - session: the session.
  /// - Returns: the counters as a list shows them: own ones first, then by owner and name.
  /// - Throws: the refusals of the repository.
  public func summarizeCounters(
    on shelf: Shelf = .listed, keeping kept: Set<Counter.ID>? = nil,
    during period: Range<Timestamp>? = nil, in session: Session
  ) async throws(Refusal) -> [CounterSummary] {
    let summed = if let period { period } else { try await today(of: session) }
    let all = try await counters.counters(summing: summed, in: session)
    let archived = try await counters.archivedCounters(in: session)
    let summaries: [CounterSummary]
    switch shelf {
    case .archived:
      summaries = all.filter { archived.contains($0.id) }
    case .listed:
      let hidden = try await hidden(among: all.map(\.counter), archived, keeping: kept, in: session)
      summaries = all.filter { !hidden.contains($0.id) }
    }
    return summaries.sorted(by: CounterSummary.isListedBefore)
  }

  /// The names that the account types for its counters, and for those shared with it.
  ///
  /// - Throws: the refusals of the repository.
  public func counterNames(on shelf: Shelf = .listed, in session: Session)
    async throws(Refusal) -> [String]
  {
    let archived = try await counters.archivedCounters(in: session)
    return try await counters.counters(in: session)
      .filter { archived.contains($0.id) == (shelf == .archived) }.map(\.typedName)
  }

  /// Whether lists show a counter: it is open, or neither archived nor the unused first one.
  ///
  /// - Throws: the refusals of the repository.
  public func isListed(_ counter: Counter, in session: Session) async throws(Refusal) -> Bool {
    let all = try await counters.counters(in: session)
    let archived = try await counters.archivedCounters(in: session)
    return try await !hidden(among: all, archived, keeping: nil, in: session).contains(counter.id)
  }

  /// What a list leaves out: what is archived, and beside other counters the first one of an account
  /// while nobody has used it.
  private func hidden(
    among all: [Counter], _ archived: Set<Counter.ID>, keeping kept: Set<Counter.ID>?,
    in session: Session
  ) async throws(Refusal) -> Set<Counter.ID> {
    var hidden = archived
    let first = all.first { $0.isUnused && $0.name.key == Self.firstCounterName }
    if let first, all.contains(where: { $0.id != first.id && !archived.contains($0.id) }) {
      do throws(Refusal) {
        if try await members.memberCount(of: first, in: session) == 0 { hidden.insert(first.id) }
      } catch .noSuchCounter {
        // It was deleted meanwhile, and stands in this list for the last time.
      }
    }
    guard !hidden.isEmpty else { return [] }
    if let kept { return hidden.subtracting(kept) }
    return hidden.subtracting([try await counters.openCounter(in: session)?.id].compactMap(\.self))
  }

  /// Whether a counter is somebody else's, or has members.
  ///
  /// - Throws: the refusals of the repository.
  public func isShared(_ counter: Counter, in session: Session) async throws(Refusal) -> Bool {
    if counter.role != .owner { return true }
    return try await members.memberCount(of: counter, in: session) > 0
  }

  /// The people who may count or view a counter, with their sums of today and of all time.
  public func members(of counter: Counter, in session: Session) async throws(Refusal) -> [Member] {
    try await members.members(of: counter, summing: today(of: session), in: session)
  }

  /// What the owner and each member added today; empty without members.
  public func parts(of counter: Counter, in session: Session) async throws(Refusal) -> [Part] {
    try await members.parts(of: counter, during: today(of: session), in: session)
  }

  /// Sums a counter's additions for a chart.
  ///
  /// - Parameters:
  ///   - counter: the counter.
  ///   - span: what one bar stands for.
  ///   - count: how many bars to the end, unless `beginning` says it.
  ///   - beginning: the beginning of the first bar, whose length it may shorten.
  ///   - end: the end of the last bar, which it may shorten too; without it, that bar is still
  ///     running.
  ///   - session: the session.
  /// - Returns: the bars, oldest first.
  /// - Throws: `Refusal.chartTooLong`, and the refusals of the repository.
  public func chartCounts(
    of counter: Counter, by span: Span, last count: Int = ChartBar.usualNumber,
    since beginning: Timestamp? = nil, until end: Timestamp? = nil, in session: Session
  ) async throws(Refusal) -> [ChartBar] {
    guard count <= ChartBar.greatestNumber else { throw .chartTooLong }
    let newest = newestMoment(until: end)
    let calendar = span == .hour ? calendar : try await days(of: session)
    var boundaries = calendar.boundaries(of: span, last: count, until: newest)
    if let beginning {
      var count = count
      while let first = boundaries.first, first > beginning {
        guard count < ChartBar.greatestNumber else { throw .chartTooLong }
        count = min(2 * max(count, 1), ChartBar.greatestNumber)
        boundaries = calendar.boundaries(of: span, last: count, until: newest)
      }
      boundaries = [beginning] + boundaries.drop { $0 <= beginning }
    }
    if let end, boundaries.count > 1 { boundaries[boundaries.count - 1] = end }
    if let beginning, let end, end <= beginning { boundaries = [beginning] }
    // No calendar has years before the first.
    boundaries.removeAll { $0 < $0.writable }
    return try await counters.bars(of: counter, between: boundaries, in: session)
  }

  /// How many sets and resets are not in the sums from a moment on, up to the end if there is one.
  ///
  /// - Throws: the refusals of the repository.
  public func setsAndResets(
    of counter: Counter, since start: Timestamp, until end: Timestamp? = nil, in session: Session
  ) async throws(Refusal) -> SetsAndResets {
    let period = start..<max(start, end ?? Timestamp(milliseconds: .max))
    return try await counters.setsAndResets(of: counter, during: period, in: session)
  }

  /// The last moment before the end of a period; without an end, now.
  func newestMoment(until end: Timestamp?) -> Timestamp {
    end.map { Timestamp(milliseconds: max($0.milliseconds, .min + 1) - 1) } ?? clock.now
  }

  /// The calendar of the account's own days; see `LocalCalendar.days(beginningAt:)`.
  ///
  /// - Throws: the refusals of the repository.
  public func days(of session: Session) async throws(Refusal) -> any LocalCalendar {
    calendar.days(beginningAt: try await counters.dayStart(in: session))
  }

  /// The account's present day.
  private func today(of session: Session) async throws(Refusal) -> Range<Timestamp> {
    try await days(of: session).day(containing: clock.now)
  }

  /// Calls `body` with the reference to a typed name. When the counter does not exist, adds a
  /// similar name to the refusal; only for that the session is needed.
  func find<Result: Sendable>(
    _ name: String, resuming session: () async throws(Refusal) -> Session,
    _ body: (CounterReference) async throws(Refusal) -> Result
  ) async throws(Refusal) -> Result {
    guard !name.isEmpty else { throw .counterName(.empty) }
    guard name.unicodeScalars.count <= CounterReference.longestTyped else {
      throw .counterName(.tooLong)
    }
    if let reference = try? CounterReference(name, in: normalizer) {
      do {
        return try await body(reference)
      } catch .noSuchCounter {}
    }
    let key = normalizer.key(of: name)
    // Somebody else's counter may have been typed without its owner.
    let candidates = try await counters.counters(in: session()).flatMap { counter in
      [normalizer.key(of: counter.typedName), counter.name.key].map { ($0, counter.typedName) }
    }
    let nearest =
      candidates.contains { $0.0 == key } ? key : closestMatch(to: key, among: candidates.map(\.0))
    throw .noSuchCounter(named: name, near: candidates.first { $0.0 == nearest }?.1)
  }
}
