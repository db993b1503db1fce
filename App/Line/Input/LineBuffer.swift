import Domain
import Platform
import Terminal

/// Input that was read ahead, as lines. It is overwritten when it is used, and at the end.
struct LineBuffer: ~Copyable {
  /// The maximum length of a line in bytes.
  static let longestLine = 1 << 20
  private static let chunk = 1 << 16

  private let wipe: @Sendable (UnsafeMutableRawBufferPointer) -> Void
  private var memory = UnsafeMutableRawBufferPointer.allocate(
    byteCount: 2 * chunk, alignment: 1)
  private var start = 0
  private var end = 0
  /// The end of the first line, if known.
  private var newline: Int?
  /// The bytes up to here contain no line end, so they are not searched again.
  private var searched = 0
  private var isAtEnd = false

  /// Creates an empty buffer; tests observe what `wipe` receives.
  init(wipe: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void = wipeMemory) {
    self.wipe = wipe
  }

  /// Whether there is a complete line. The last one needs no line feed.
  var hasLine: Bool { newline != nil || (isAtEnd && start < end) }

  /// Whether the buffer is empty at the end of the input.
  var isExhausted: Bool { isAtEnd && start == end }

  /// Whether the first line is already longer than allowed.
  var isTooLong: Bool { (newline ?? end) - start > Self.longestLine }

  /// Calls `body` with the bytes of the first line, without its end.
  func withLine<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var line = memory[start..<(newline ?? end)]
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    return body(UnsafeRawBufferPointer(rebasing: line))
  }

  /// Removes the first line.
  mutating func removeLine() {
    let next = newline.map { $0 + 1 } ?? end
    wipe(UnsafeMutableRawBufferPointer(rebasing: memory[start..<next]))
    start = next
    searched = next
    findNewline()
  }

  /// Waits for input from `descriptor` and reads once, at most `limit` bytes.
  mutating func fill(from descriptor: Descriptor, atMost limit: Int = .max) throws(SystemError) {
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

  /// Moves the unread bytes to the front, and enlarges the buffer for a long line.
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
