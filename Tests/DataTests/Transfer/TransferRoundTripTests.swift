import Domain
import Doubles
import Foundation
import Testing

@testable import Data

@Suite(.limited) struct `What an export writes` {
  private static let pieces = [
    "a", "Z", "0", "-", "+", "=", "@", "'", "\"", ",", ";", " ", "\\", "{", "[", "}", "]", ":", "/",
    "\u{2028}", "\u{2029}", "\u{202E}", "\u{200B}", "\u{FEFF}", "\u{301}", "é", "日", "👩‍👧", "😀",
    "\u{E0041}", "#", "null", "＝", "＋", "－", "＠",
  ]

  private static func text(using random: inout SplitMix) -> String {
    (0...Int.random(in: 0...8, using: &random)).reduce(into: "") { text, _ in
      text += pieces.randomElement(using: &random) ?? ""
    }
  }

  private static func row(using random: inout SplitMix) -> TransferRow {
    let amounts: [Int64] = [.min, -1, 0, 1, .max, .random(in: .min ... .max, using: &random)]
    let name = text(using: &random)
    let kind = TransferRow.Kind.allCases.randomElement(using: &random) ?? .new
    let isAboutAnother =
      [.undo, .redo, .revert].contains(kind) || Bool.random(using: &random)
    return TransferRow(
      id: Change.ID(text(using: &random)), name: CounterName(text: name, key: name),
      time: Timestamp(
        milliseconds: .random(in: -62_135_596_800_000...253_402_300_799_999, using: &random)),
      kind: kind,
      change: amounts.randomElement(using: &random) ?? 0,
      count: amounts.randomElement(using: &random) ?? 0,
      of: isAboutAnother ? Change.ID(text(using: &random)) : nil,
      changes: isAboutAnother && Bool.random(using: &random)
        ? .random(in: 1 ... .max, using: &random) : 1,
      note: Bool.random(using: &random) ? Note(stored: text(using: &random)) : nil)
  }

  /// The content of an export file with its header, and the line of the first row.
  private static func content(of rows: [TransferRow], as format: TransferFormat) -> (
    text: String, first: Int
  ) {
    var codec = TransferCodec(format)
    let lines = codec.lines(of: .rows(rows)) + codec.end()
    return (lines.map { $0 + "\n" }.joined(), format == .jsonLines ? 1 : 2)
  }

  /// Counts the rows that come back from a file, after comparing each with the original, scalar by
  /// scalar.
  private static func countRows(in path: String, as rows: [TransferRow], from line: Int) throws
    -> Int
  {
    // In this thread, so that its processor time can be measured.
    var input = TransferRows(
      LineReader(try FileDescriptor(opening: path, O_RDONLY), name: path))
    var count = 0
    while let page = try input.page() {
      for found in page {
        let row = rows[count]
        guard found.id.isSame(as: row.id.textInFile), found.name.isSame(as: row.name.text),
          found.time == row.time, found.kind == row.kind, found.change == row.change,
          found.of == row.of?.textInFile, found.changes == row.changes, found.line == line + count
        else {
          Issue.record("\(row) came back as \(found)")
          return count
        }
        count += 1
      }
    }
    return count
  }

  @Test(arguments: [TransferFormat.jsonLines, .jsonDocument, .csv])
  func `is read back unchanged, whatever the texts`(format: TransferFormat) throws {
    var random = Seed().generator
    let rows = (0..<3_000).map { _ in Self.row(using: &random) }
    let (text, first) = Self.content(of: rows, as: format)
    let folder = try TemporaryFolder()
    try Data(text.utf8).write(to: URL(filePath: folder.file("export")))
    let count = try Self.countRows(in: folder.file("export"), as: rows, from: first)
    #expect(count == rows.count, "\(Seed())")
  }

  @Test(arguments: [TransferFormat.jsonLines, .csv])
  func `takes the same time per row in long and short files`(format: TransferFormat) throws {
    let name = CounterName(text: "coffee", key: "coffee")
    let rows = (0..<10_000 as Range<Int64>).map { number in
      TransferRow(
        id: Change.ID("019a0000-0000-7000-8000-\(100_000_000_000 + number)"), name: name,
        time: Timestamp(milliseconds: 1_770_000_000_000 + number * 777), kind: .change,
        change: number % 11 - 5, count: number, of: nil)
    }
    let folder = try TemporaryFolder()
    // Processor time, without waiting.
    var work: [Int: Double] = [:]
    for _ in 0..<3 {
      for count in [500, rows.count] {
        let (text, first) = Self.content(of: Array(rows.prefix(count)), as: format)
        try Data(text.utf8).write(to: URL(filePath: folder.file("export")))
        let before = threadSeconds()
        let read = try Self.countRows(in: folder.file("export"), as: rows, from: first)
        #expect(read == count)
        let seconds = (threadSeconds() - before) / Double(count)
        work[count] = min(work[count] ?? .infinity, seconds)
      }
    }
    let (few, many) = (try #require(work[500]), try #require(work[rows.count]))
    #expect(many < few * 3, "\(few) s for a row of 500, \(many) s for one of \(rows.count)")
  }

  /// The processor time of this thread in seconds.
  private func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }
}

extension String {
  fileprivate func isSame(as other: String) -> Bool {
    unicodeScalars.elementsEqual(other.unicodeScalars)
  }
}
