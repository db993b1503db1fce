import Doubles
import Testing

@testable import Domain

/// A row of an imported file.
func row(
  _ id: String, _ kind: TransferRow.Kind, _ change: Int64, of: String? = nil, changes: Int64 = 1,
  in counter: String = "main", at time: Timestamp = Timestamp(milliseconds: 1_700_000_000_000),
  by author: String? = nil, note: String? = nil
) throws -> TransferRow {
  TransferRow(
    id: try Change.ID(inFile: id), name: try name(counter), time: time, kind: kind,
    change: change, count: 0,
    of: try of.map { try Change.ID(inFile: $0) }, changes: changes, by: author,
    note: note.map(Note.init(stored:)))
}

/// The pages of an import, made by a function until it returns `nil`.
struct Pages: AsyncSequence, Sendable {
  typealias Failure = Refusal

  private let page: @Sendable (_ number: Int) async throws(Refusal) -> [ImportRow]?

  /// The pages made by `page`, numbered from 1.
  init(_ page: @escaping @Sendable (_ number: Int) async throws(Refusal) -> [ImportRow]?) {
    self.page = page
  }

  /// Pages of this many rows; lines are counted from 1.
  init(_ rows: [TransferRow], length: Int = 1_000) {
    self.init { number in
      let lines = rows.indices.dropFirst((number - 1) * length).prefix(length)
      return lines.isEmpty ? nil : lines.map { ImportRow(line: $0 + 1, row: rows[$0]) }
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(page: page) }

  struct Iterator: AsyncIteratorProtocol {
    let page: @Sendable (_ number: Int) async throws(Refusal) -> [ImportRow]?
    private var number = 0

    init(page: @escaping @Sendable (_ number: Int) async throws(Refusal) -> [ImportRow]?) {
      self.page = page
    }

    mutating func next(isolation actor: isolated (any Actor)?) async throws(Refusal)
      -> [ImportRow]?
    {
      number += 1
      return try await page(number)
    }
  }
}

extension TransferRepository {
  /// Imports rows without progress reports.
  func importRows(_ pages: some ImportPages, in session: Session) async throws(Refusal)
    -> ImportSummary
  {
    try await importRows(pages, isTrial: false, in: session, saved: { _ in })
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
    try await importRows(Pages(rows), in: session)
  }

  /// All rows of an export of the account.
  func exported(in session: Session) async throws -> [TransferRow] {
    let target = RowCollector()
    try await ExportAccount(transfers: self, counters: self)(to: target, in: session)
    return target.rows
  }
}

/// All rows of a source.
func allRows(of source: some TransferSource) async throws(Refusal) -> [RawTransferRow] {
  var rows: [RawTransferRow] = []
  for try await page in source { rows += page }
  return rows
}

/// All time.
let allTime = Timestamp(milliseconds: .min)..<Timestamp(milliseconds: .max)

/// All time.
let always = [Timestamp(milliseconds: .min), Timestamp(milliseconds: .max)]
