import Doubles
import Testing

@testable import Domain

/// A row of a file that is imported.
func row(
  _ id: String, _ kind: TransferRow.Kind, _ change: Int64, of: String? = nil, changes: Int64 = 1,
  in counter: String = "main", at time: Timestamp = Timestamp(milliseconds: 1_700_000_000_000)
) throws -> TransferRow {
  TransferRow(
    id: Change.ID(id), name: try name(counter), time: time, kind: kind, change: change, count: 0,
    of: of.map { Change.ID($0) }, changes: changes)
}

extension TransferRepository {
  /// Imports rows, and does not ask how far it is.
  func importRows(
    _ next: @escaping @Sendable () throws(Refusal) -> (line: Int, row: TransferRow)?,
    in session: Session
  ) async throws(Refusal) -> ImportSummary {
    try await importRows(next, in: session, saved: { _ in })
  }
}

extension TransferRepository where Self: CounterRepository {
  /// Imports rows whose lines are counted from 1.
  @discardableResult
  func take(_ rows: TransferRow..., in session: Session) async throws -> ImportSummary {
    try await take(rows, in: session)
  }

  /// Imports rows whose lines are counted from 1.
  @discardableResult
  func take(_ rows: [TransferRow], in session: Session) async throws -> ImportSummary {
    let line = Shared(0)
    return try await importRows(
      {
        let number = line.next()
        return number <= rows.count ? (number, rows[number - 1]) : nil
      }, in: session)
  }

  /// All rows that an export of the account has.
  func exported(in session: Session) async throws -> [TransferRow] {
    let target = RowCollector()
    try await ExportAccount(transfers: self, counters: self)(to: target, in: session)
    return target.rows
  }
}

/// All time.
let always = [Timestamp(milliseconds: .min), Timestamp(milliseconds: .max)]
