/// Imports the rows of an export, or of another program, into an account.
public struct ImportAccount: Sendable {
  /// How far another computer's clock may be ahead, in seconds.
  static let tolerance: Int64 = 5 * 60

  /// The progress of an import. All lines are read before the first row is saved.
  public enum Step: Equatable, Sendable {
    /// All rows up to that line were read.
    case read(line: Int)
    /// This many rows were saved.
    case saved(rows: Int64)
  }

  let transfers: any TransferRepository
  let normalizer: any TextNormalizer
  let clock: any Clock

  /// Appends the new changes, or nothing at all if a row is bad.
  ///
  /// - Parameters:
  ///   - source: the rows.
  ///   - isTrial: whether to save nothing and only return what would be imported.
  ///   - session: the session of the account.
  ///   - progress: called with each step.
  /// - Returns: how much was new.
  /// - Throws: the refusals of the source and the repository, and `Refusal.badRow` with the row's
  ///   line.
  public func callAsFunction(
    from source: some TransferSource, isTrial: Bool = false, in session: Session,
    progress: @escaping @Sendable (Step) -> Void = { _ in }
  ) async throws(Refusal) -> ImportSummary {
    let pages = CheckedPages(
      source: source, normalizer: normalizer, clock: clock, progress: { progress(.read(line: $0)) })
    return try await transfers.importRows(
      pages, isTrial: isTrial, in: session, saved: { progress(.saved(rows: $0)) })
  }
}

/// The pages of a source, checked as they are read.
private struct CheckedPages<Source: TransferSource>: AsyncSequence {
  let source: Source
  let normalizer: any TextNormalizer
  let clock: any Clock
  /// Called with the last line that was read.
  let progress: @Sendable (Int) -> Void

  func makeAsyncIterator() -> Iterator {
    Iterator(
      source: source.makeAsyncIterator(), check: RowCheck(normalizer: normalizer, clock: clock),
      progress: progress)
  }

  struct Iterator: AsyncIteratorProtocol {
    var source: Source.AsyncIterator
    var check: RowCheck
    let progress: @Sendable (Int) -> Void

    mutating func next(isolation actor: isolated (any Actor)?) async throws(Refusal)
      -> [ImportRow]?
    {
      guard let rows = try await source.next(isolation: actor) else { return nil }
      if let last = rows.last { progress(last.line) }
      var page: [ImportRow] = []
      page.reserveCapacity(rows.count)
      for row in rows { page.append(ImportRow(line: row.line, row: try check.row(row))) }
      return page
    }
  }
}

/// Checks rows in order.
private struct RowCheck {
  let normalizer: any TextNormalizer
  let clock: any Clock
  /// Neighbouring rows usually have the same name, and normalising it takes longer than reading the
  /// row.
  private var lastName: (text: String, name: CounterName)?

  init(normalizer: any TextNormalizer, clock: any Clock) {
    self.normalizer = normalizer
    self.clock = clock
  }

  mutating func row(_ raw: RawTransferRow) throws(Refusal) -> TransferRow {
    guard raw.time <= clock.now.adding(seconds: ImportAccount.tolerance) else {
      throw .badRow(line: raw.line, .inFuture)
    }
    guard raw.change.isReversible else { throw .badRow(line: raw.line, .outOfRange) }
    return TransferRow(
      id: try id(raw.id, line: raw.line, field: "id"), name: try name(raw), time: raw.time,
      kind: raw.kind, change: raw.change, count: 0,
      of: try raw.of.map { text throws(Refusal) in
        try id(text, line: raw.line, field: "of")
      }, changes: raw.changes,
      by: try raw.by.map { text throws(Refusal) in
        try author(text, line: raw.line)
      }, note: try note(raw))
  }

  private mutating func name(_ raw: RawTransferRow) throws(Refusal) -> CounterName {
    if let lastName, lastName.text == raw.name { return lastName.name }
    do {
      let name = try CounterName(raw.name, in: normalizer)
      lastName = (raw.name, name)
      return name
    } catch .counterName(let fault) {
      throw .badRow(line: raw.line, .name(fault))
    }
  }

  private func author(_ text: String, line: Int) throws(Refusal) -> String {
    do {
      return try Change.ID(checking: text).text
    } catch {
      throw .badRow(line: line, .field("by", value: text))
    }
  }

  private func note(_ raw: RawTransferRow) throws(Refusal) -> Note? {
    do {
      guard let text = raw.note else { return nil }
      // Other programs' notes may have several lines.
      let lines = text.unicodeScalars.split { $0 == "\n" || $0 == "\r" || $0 == "\t" }
      return try Note(lines.map { String($0) }.joined(separator: " "))
    } catch .note(let fault) {
      throw .badRow(line: raw.line, .note(fault))
    }
  }

  private func id(_ text: String, line: Int, field: String) throws(Refusal) -> Change.ID {
    do {
      return try Change.ID(inFile: text)
    } catch {
      throw .badRow(
        line: line, text.isEmpty ? .emptyField(field) : .field(field, value: text))
    }
  }
}

/// How the rows of an import are written, where a file from another program differs from Tally's.
public struct ImportForm: Sendable {
  /// A field of a row.
  public enum Field: String, CaseIterable, Sendable {
    /// A field with the name of its column in an export.
    case id, name, time, kind, change, count, of, by, note
  }

  /// The names of columns that differ from the fields' own.
  public let columns: [Field: String]
  /// The counter of rows that name none.
  public let counter: String?
  /// The calendar of times without a zone.
  public let calendar: any LocalCalendar
  /// The calendar of dates without a time; see `LocalCalendar.days(beginningAt:)`.
  public let days: any LocalCalendar

  /// Creates a form, by default that of Tally's own files.
  public init(
    columns: [Field: String] = [:], counter: String? = nil,
    calendar: any LocalCalendar = ZoneRule.utc, days: (any LocalCalendar)? = nil
  ) {
    self.columns = columns
    self.counter = counter
    self.calendar = calendar
    self.days = days ?? calendar
  }

  /// The moment of a time in a file; see `LocalCalendar.moment(of:)`.
  ///
  /// - Throws: `Refusal.input(.notATime)`, or `.input(.skippedTime)`.
  public func moment(of text: String) throws(Refusal) -> Timestamp {
    try (text.contains(":") ? calendar : days).moment(of: text)
  }
}
