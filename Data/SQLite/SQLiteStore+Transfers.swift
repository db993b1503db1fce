public import Domain

extension SQLiteStore {
  public func counter(named name: CounterName, in session: Session) async throws(Refusal)
    -> Counter
  { throw .storeFailed(cause: "not built yet") }

  public func record(
    _ entry: Entry, on name: CounterName, creating: Bool, in session: Session
  ) async throws(Refusal) -> Applied.Outcome { throw .storeFailed(cause: "not built yet") }
}

extension SQLiteStore: TransferRepository {
  public func extents(in session: Session) async throws(Refusal) -> [CounterExtent] {
    throw .storeFailed(cause: "not built yet")
  }

  public func changes(
    of counter: Counter, numbered numbers: ClosedRange<Int64>, in session: Session
  ) async throws(Refusal) -> [Change] { throw .storeFailed(cause: "not built yet") }

  public func importRows(
    _ next: @escaping @Sendable () throws(Refusal) -> (line: Int, row: TransferRow)?,
    in session: Session
  ) async throws(Refusal) -> ImportSummary { throw .storeFailed(cause: "not built yet") }
}
