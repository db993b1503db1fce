import Domain
import Foundation

/// Bytes that were read ahead, line by line; overwritten as soon as they were taken, and at the end.
struct LineBuffer: ~Copyable {
  /// The most bytes of a line.
  static let longestLine = 1 << 20
  private static let chunk = 1 << 16

  private let wipe: @Sendable (UnsafeMutableRawBufferPointer) -> Void
  private var memory = UnsafeMutableRawBufferPointer.allocate(
    byteCount: 2 * chunk, alignment: 1)
  private var start = 0
  private var end = 0
  /// Where the first line ends, once that is known.
  private var newline: Int?
  /// How far there is certainly no end of a line, so that nothing is looked at twice.
  private var searched = 0
  private var isAtEnd = false

  /// An empty buffer. Tests look at what `wipe` is handed.
  init(wipe: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void = wipeMemory) {
    self.wipe = wipe
  }

  /// Whether there is a whole line. The last one needs no newline.
  var hasLine: Bool { newline != nil || (isAtEnd && start < end) }

  /// Whether nothing is left, and nothing more will come.
  var isExhausted: Bool { isAtEnd && start == end }

  /// Whether the first line, as far as it is there, is longer than a line may be.
  var isTooLong: Bool { (newline ?? end) - start > Self.longestLine }

  /// The first line's bytes, without its end.
  func withLine<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var line = memory[start..<(newline ?? end)]
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    return body(UnsafeRawBufferPointer(rebasing: line))
  }

  /// Takes the first line away.
  mutating func removeLine() {
    let next = newline.map { $0 + 1 } ?? end
    wipe(UnsafeMutableRawBufferPointer(rebasing: memory[start..<next]))
    start = next
    searched = next
    findNewline()
  }

  /// Reads once from `descriptor`, waiting for it, `limit` bytes at most.
  mutating func fill(from descriptor: Descriptor, atMost limit: Int = .max) throws(SystemFault) {
    if memory.count - end < Self.chunk { makeRoom() }
    let room = UnsafeMutableRawBufferPointer(rebasing: memory[end...].prefix(limit))
    let count = try descriptor.read(into: room)
    isAtEnd = count == 0
    end += count
    findNewline()
  }

  private mutating func findNewline() {
    newline = nil
    guard searched < end, let base = memory.baseAddress else { return }
    let found = memchr(base + searched, Int32(UInt8(ascii: "\n")), end - searched)
    newline = found.map { UnsafeMutableRawPointer($0) - base }
    searched = newline ?? end
  }

  /// Moves what is left of the last chunk to the front, and takes more memory for a long line.
  private mutating func makeRoom() {
    let old = memory
    let count = end - start
    if old.count - count < Self.chunk {
      memory = .allocate(byteCount: 2 * old.count, alignment: 1)
    }
    if let target = memory.baseAddress, let source = old.baseAddress {
      memmove(target, source + start, count)
    }
    if memory.baseAddress == old.baseAddress {
      wipe(UnsafeMutableRawBufferPointer(rebasing: old[max(count, start)..<end]))
    } else {
      wipe(old)
      old.deallocate()
    }
    searched -= start
    start = 0
    end = count
  }

  deinit {
    wipe(memory)
    memory.deallocate()
  }
}
