import Synchronization

/// Takes rows into an account that an export, or another program, has written.
public struct ImportAccount: Sendable {
  /// By how many seconds the clock of another computer may be ahead of this one's.
  static let tolerance: Int64 = 5 * 60

  /// How far an import is. All lines are read before the first row is saved.
  public enum Step: Equatable, Sendable {
    /// The line was read.
    case read(line: Int)
    /// So many rows were saved.
    case saved(rows: Int64)
  }

  let transfers: any TransferRepository
  let normalizer: any TextNormalizer
  let clock: any Clock

  /// Appends the changes that are not there yet, or, where one row is bad, nothing at all.
  ///
  /// - Parameters:
  ///   - source: where the rows come from.
  ///   - session: whose account it is.
  ///   - progress: hears how far it is.
  /// - Returns: how much was not there yet.
  /// - Throws: those of the source and of the repository, `Refusal.badRow` with the row's line.
  public func callAsFunction(
    from source: any TransferSource, in session: Session,
    progress: @escaping @Sendable (Step) -> Void = { _ in }
  ) async throws(Refusal) -> ImportSummary {
    let names = LastName()
    return try await transfers.importRows(
      { () throws(Refusal) in
        guard let raw = try source.next() else { return nil }
        progress(.read(line: raw.line))
        return (raw.line, try row(raw, names))
      }, in: session, saved: { progress(.saved(rows: $0)) })
  }

  private func row(_ raw: RawTransferRow, _ names: LastName) throws(Refusal) -> TransferRow {
    guard raw.time <= clock.now.adding(seconds: Self.tolerance) else {
      throw .badRow(line: raw.line, .inFuture)
    }
    guard raw.change.isReversible else { throw .badRow(line: raw.line, .outOfRange) }
    return TransferRow(
      id: try id(raw.id, line: raw.line, field: "id"), name: try name(raw, names), time: raw.time,
      kind: raw.kind, change: raw.change, count: 0,
      of: try raw.of.map { text throws(Refusal) in
        try id(text, line: raw.line, field: "of")
      }, changes: raw.changes)
  }

  private func name(_ raw: RawTransferRow, _ names: LastName) throws(Refusal) -> CounterName {
    do {
      return try names.name(raw.name, in: normalizer)
    } catch .counterName(let fault) {
      throw .badRow(line: raw.line, .name(fault))
    }
  }

  private func id(_ text: String, line: Int, field: String) throws(Refusal) -> Change.ID {
    do {
      return try Change.ID(checking: text)
    } catch {
      throw .badRow(line: line, .field(field))
    }
  }
}

/// Makes names, and remembers the last: neighbouring rows mostly have the same, and to normalise it
/// for each would take longer than to read the row.
private final class LastName: Sendable {
  private let last = Mutex<(text: String, name: CounterName)?>(nil)

  func name(_ text: String, in form: any TextNormalizer) throws(Refusal) -> CounterName {
    if let last = last.withLock({ $0 }), last.text == text { return last.name }
    let name = try CounterName(text, in: form)
    last.withLock { $0 = (text, name) }
    return name
  }
}
