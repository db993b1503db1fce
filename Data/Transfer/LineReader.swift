internal import Domain
internal import Platform

/// Splits a file into lines, chunk by chunk, in constant memory.
struct LineReader: ~Copyable {
  /// A line of the file, or several lines joined by quotes.
  struct Line {
    /// The number of its first line, counted from 1.
    let number: Int
    /// The content without the line end.
    var bytes: ArraySlice<UInt8>
    /// Whether it had a line end.
    var isEnded: Bool
  }

  /// The maximum length of a line in bytes.
  static let longestLine = 1 << 20

  private static let chunkSize = 1 << 16
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private let file: FileDescriptor
  private let name: String
  /// The bytes read so far; those from `start` on are unused.
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// The number of the line that begins at `start`.
  private(set) var nextNumber = 1

  /// Reads the lines of a file; `name` is the file's name in refusals.
  init(_ file: consuming FileDescriptor, name: String) {
    self.file = file
    self.name = name
  }

  /// The next line, or `nil` after the last. When `quoting`, a line end between double quotes is
  /// part of the line.
  ///
  /// - Throws: `Refusal.input(.unreadable)`, and `.badRow` for a line that is too long.
  mutating func next(quoting: Bool) throws(Refusal) -> Line? {
    var index = start
    var isQuoted = false
    var lineEnds = 0
    while true {
      while index < buffer.count {
        let byte = buffer[index]
        index += 1
        if byte == UInt8(ascii: "\n") {
          lineEnds += 1
          if !isQuoted { return try line(upTo: index, lineEnds: lineEnds) }
        } else if quoting, byte == UInt8(ascii: "\"") {
          isQuoted.toggle()
        }
      }
      try checkLength(index - start)
      if isAtEnd {
        return start < buffer.count ? try line(upTo: index, lineEnds: lineEnds) : nil
      }
      index -= start
      try fill()
    }
  }

  private mutating func line(upTo end: Int, lineEnds: Int) throws(Refusal) -> Line {
    try checkLength(end - start)
    var line = Line(number: nextNumber, bytes: buffer[start..<end], isEnded: false)
    start = end
    nextNumber += lineEnds
    for lineEnd in [UInt8(ascii: "\n"), UInt8(ascii: "\r")] where line.bytes.last == lineEnd {
      line.bytes.removeLast()
      line.isEnded = true
    }
    return line
  }

  private func checkLength(_ length: Int) throws(Refusal) {
    guard length <= Self.longestLine else { throw .badRow(line: nextNumber, .malformed) }
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
      throw .input(.unreadable(name: name, cause: error.text))
    }
    if isFirst, buffer.starts(with: Self.byteOrderMark) {
      buffer.removeFirst(Self.byteOrderMark.count)
    }
  }
}
