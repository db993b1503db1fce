internal import Domain
internal import Foundation

/// Splits a file into records, chunk by chunk, so that memory stays flat.
struct RecordReader: ~Copyable {
  /// A line of the file, or several where quotes hold them together.
  struct Record {
    /// The number of its first line, counted from 1.
    let line: Int
    /// What is in it, without the line end.
    var bytes: ArraySlice<UInt8>
    /// Whether there was a line end.
    var isEnded: Bool
  }

  /// The most bytes that a record has.
  static let longestRecord = 1 << 20

  private static let chunkSize = 1 << 16
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private let file: FileDescriptor
  private let name: String
  /// What has been read and is not yet used up, from `start` on.
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// The number of the line that begins at `start`.
  private(set) var line = 1

  /// The records of a file, which refusals call `name`.
  init(_ file: consuming FileDescriptor, name: String) {
    self.file = file
    self.name = name
  }

  /// The next record, or `nil` behind the last; where `quoting`, a line end between double quotes is
  /// one of the record's bytes.
  ///
  /// - Throws: `Refusal.inputFile`, and `.badRow` for a record that is too long.
  mutating func next(quoting: Bool) throws(Refusal) -> Record? {
    var index = start
    var isQuoted = false
    var lineEnds = 0
    while true {
      while index < buffer.count {
        let byte = buffer[index]
        index += 1
        if byte == UInt8(ascii: "\n") {
          lineEnds += 1
          if !isQuoted { return try record(upTo: index, lineEnds: lineEnds) }
        } else if quoting, byte == UInt8(ascii: "\"") {
          isQuoted.toggle()
        }
      }
      try checkLength(index - start)
      if isAtEnd {
        return start < buffer.count ? try record(upTo: index, lineEnds: lineEnds) : nil
      }
      index -= start
      try fill()
    }
  }

  private mutating func record(upTo end: Int, lineEnds: Int) throws(Refusal) -> Record {
    try checkLength(end - start)
    var record = Record(line: line, bytes: buffer[start..<end], isEnded: false)
    start = end
    line += lineEnds
    for lineEnd in [UInt8(ascii: "\n"), UInt8(ascii: "\r")] where record.bytes.last == lineEnd {
      record.bytes.removeLast()
      record.isEnded = true
    }
    return record
  }

  private func checkLength(_ length: Int) throws(Refusal) {
    guard length <= Self.longestRecord else { throw .badRow(line: line, .malformed) }
  }

  private mutating func fill() throws(Refusal) {
    let isFirst = buffer.isEmpty
    buffer.removeSubrange(..<start)
    start = 0
    do throws(SystemError) {
      let chunk = try file.read(atMost: Self.chunkSize)
      isAtEnd = chunk.count < Self.chunkSize
      buffer += chunk
    } catch {
      throw .inputFile(name: name, cause: error.text)
    }
    if isFirst, buffer.starts(with: Self.byteOrderMark) {
      buffer.removeFirst(Self.byteOrderMark.count)
    }
  }
}
