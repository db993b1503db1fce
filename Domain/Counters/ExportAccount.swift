/// Writes all counters and changes of an account as rows that `ImportAccount` takes.
public struct ExportAccount: Sendable {
  let transfers: any TransferRepository
  let counters: any CounterRepository

  /// Writes the rows, counter by counter in the order of their names, each history in its order.
  ///
  /// No transaction lasts longer than a page, so nobody who counts waits for it; what was counted
  /// since it began is left out.
  ///
  /// - Parameters:
  ///   - target: where the rows go.
  ///   - session: whose account it is.
  ///   - progress: hears how many rows there are, page by page.
  /// - Throws: those of the target and of the repository.
  public func callAsFunction(
    to target: any TransferTarget, in session: Session,
    progress: @Sendable (Int64) -> Void = { _ in }
  ) async throws(Refusal) {
    var written: Int64 = 0
    for extent in try await transfers.extents(in: session) {
      try target.write([TransferRow(extent)])
      guard extent.length > 0 else { continue }
      try await counters.readChanges(
        of: extent.counter, numbered: 1...extent.length, during: nil, in: session
      ) { changes throws(Refusal) in
        try target.write(changes.map { TransferRow($0, of: extent.counter.name) })
        written += Int64(changes.count)
        progress(written)
      }
    }
  }
}

extension TransferRow {
  fileprivate init(_ extent: CounterExtent) {
    self.init(
      id: extent.id, name: extent.counter.name, time: extent.createdAt, kind: .new, change: 0,
      count: 0, of: nil, by: extent.counter.owner.text)
  }

  /// The row of a change of the counter of that name.
  public init(_ change: Change, of name: CounterName) {
    self.init(
      id: change.id, name: name, time: change.time, kind: change.event.kind,
      change: change.amount, count: change.count, of: change.event.subject,
      changes: change.event.length, by: change.author.text)
  }
}

extension Change.Event {
  /// What kind of row the event is.
  public var kind: TransferRow.Kind {
    switch self {
    case .made(.add): .change
    case .made(.set): .set
    case .made(.reset): .reset
    case .made(.imported): .imported
    case .undid: .undo
    case .redid: .redo
    }
  }

  /// The change that an undo or redo is about.
  public var subject: Change.ID? {
    switch self {
    case .made: nil
    case .undid(_, let id), .redid(_, let id): id
    }
  }

  /// How many changes an undo or redo is about; 1 for what is neither.
  fileprivate var length: Int64 {
    switch self {
    case .undid(.imported(let changes), _), .redid(.imported(let changes), _): changes
    default: 1
    }
  }
}
