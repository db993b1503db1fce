/// Exports all counters and changes of an account as rows for `ImportAccount`.
public struct ExportAccount: Sendable {
  let transfers: any TransferRepository
  let counters: any CounterRepository

  /// Writes the rows, by counter name and then in the order of each history.
  ///
  /// Each page is a separate transaction, so writers do not wait long. Changes made after the start
  /// are left out, and so is a counter that is deleted before its first row is written. One that is
  /// deleted after that ends the export, because half a history would be another count.
  ///
  /// - Parameters:
  ///   - chosen: the counters, including shared ones; `nil` for all of the account's own.
  ///   - target: receives the rows.
  ///   - session: the session of the account.
  ///   - progress: called with the number of rows after each page.
  /// - Throws: `Refusal.exportBroken`, and the refusals of the target and the repository.
  public func callAsFunction(
    of chosen: [Counter]? = nil, to target: any TransferTarget, in session: Session,
    progress: @Sendable (Int64) -> Void = { _ in }
  ) async throws(Refusal) {
    var written: Int64 = 0
    for extent in try await extents(of: chosen, in: session) {
      try await write(extent, to: target, in: session) { changes in
        written += Int64(changes)
        progress(written)
      }
    }
  }

  /// Writes a counter's rows, or none if it is gone.
  private func write(
    _ extent: CounterExtent, to target: any TransferTarget, in session: Session,
    progress: (Int) -> Void
  ) async throws(Refusal) {
    let (name, making) = (extent.counter.exportedName, TransferRow(extent))
    guard extent.length > 0 else { return try target.write([making]) }
    var isBegun = false
    do throws(Refusal) {
      try await counters.readChanges(
        of: extent.counter, numbered: 1...extent.length, during: nil, in: session
      ) { changes throws(Refusal) in
        try target.write((isBegun ? [] : [making]) + changes.map { TransferRow($0, of: name) })
        isBegun = true
        progress(changes.count)
      }
    } catch .noSuchCounter {
      if isBegun { throw .exportBroken(at: name) }
    }
  }

  private func extents(of chosen: [Counter]?, in session: Session) async throws(Refusal)
    -> [CounterExtent]
  {
    guard let chosen else { return try await transfers.extents(in: session) }
    var extents: [CounterExtent] = []
    for counter in chosen {
      let isKnown = extents.contains { $0.counter.id == counter.id }
      if !isKnown { extents.append(try await transfers.extent(of: counter, in: session)) }
    }
    return extents
  }
}

extension Counter {
  /// The counter's name in a row, as its reader types it.
  public var exportedName: CounterName {
    CounterName(
      text: typedName, key: permission == nil ? name.key : "\(owner.key)/\(name.key)")
  }
}

extension TransferRow {
  fileprivate init(_ extent: CounterExtent) {
    self.init(
      id: extent.id, name: extent.counter.exportedName, time: extent.createdAt, kind: .new,
      change: 0,
      count: 0, of: nil, by: extent.counter.owner.text)
  }

  /// Creates a row for a change of the counter with that name.
  public init(_ change: Change, of name: CounterName) {
    self.init(
      id: change.id, name: name, time: change.time, kind: change.event.kind,
      change: change.amount, count: change.count, of: change.event.subject,
      changes: change.event.length, by: change.author.text, note: change.note)
  }
}

extension Change.Event {
  /// The kind of row for the event.
  public var kind: TransferRow.Kind {
    switch self {
    case .made(.add): .change
    case .made(.set): .set
    case .made(.reset): .reset
    case .made(.imported): .imported
    case .undid: .undo
    case .redid: .redo
    case .made(.revert), .reverted: .revert
    }
  }

  /// The subject of an undo, redo or revert.
  public var subject: Change.ID? {
    switch self {
    case .made: nil
    case .undid(_, let id), .redid(_, let id), .reverted(_, _, _, let id): id
    }
  }

  /// The number of changes that an undo or redo covers; 1 for other events.
  fileprivate var length: Int64 {
    switch self {
    case .undid(.imported(let changes), _), .redid(.imported(let changes), _): changes
    default: 1
    }
  }
}
