import Synchronization
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A password in memory: UTF-8 bytes in one buffer that is wiped.
///
/// It can be passed around, but not copied, printed or compared. `wipe()` erases it for all who
/// hold it.
public final class Secret: Sendable {
  typealias Wipe = @Sendable (UnsafeMutableRawBufferPointer) -> Void

  private let buffer: Mutex<Buffer>

  /// Creates an empty secret with room for `capacity` bytes, 0 or more.
  public convenience init(capacity: Int) {
    self.init(capacity: capacity, wipe: wipeMemory)
  }

  /// For tests, which observe what `wipe` receives.
  init(capacity: Int, wipe: @escaping Wipe) {
    buffer = Mutex(Buffer(capacity: capacity, wipe: wipe))
  }

  /// Appends a byte and returns `true`, or returns `false` when there is no room.
  @discardableResult
  public func append(_ byte: UInt8) -> Bool {
    buffer.withLock { $0.append(byte) }
  }

  /// Removes the last Unicode scalar and overwrites it.
  public func removeLastScalar() {
    buffer.withLock { $0.removeLastScalar() }
  }

  /// The number of bytes; 0 after `wipe()`.
  public var count: Int {
    buffer.withLock { $0.count }
  }

  /// Calls `body` with the bytes; it must not keep the address.
  public func withBytes<Result: Sendable>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    buffer.withLock { body($0.bytes) }
  }

  /// Whether the bytes are UTF-8 without NUL, so that they can be typed everywhere.
  public var isText: Bool {
    withBytes { bytes in
      var parser = Unicode.UTF8.ForwardParser()
      var iterator = bytes.makeIterator()
      while true {
        switch parser.parseScalar(from: &iterator) {
        case .valid(let scalar): if scalar.first == 0 { return false }
        case .emptyInput: return true
        case .error: return false
        }
      }
    }
  }

  /// Overwrites the bytes now.
  public func wipe() {
    buffer.withLock { $0.end() }
  }

  /// Compares the bytes in a time that depends only on their lengths.
  public func equals(_ other: Secret) -> Bool {
    if self === other { return true }
    // Locking in one order prevents a deadlock when two are compared both ways at once.
    let isFirst = ObjectIdentifier(self) < ObjectIdentifier(other)
    let (first, second) = isFirst ? (self, other) : (other, self)
    return first.withBytes { left in
      second.withBytes { right in
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
      }
    }
  }
}

extension Secret: CustomReflectable, CustomStringConvertible {
  public var customMirror: Mirror { Mirror(self, children: []) }
  public var description: String { "Secret" }
}

/// Memory that cannot be copied and is overwritten when it is freed.
private struct Buffer: ~Copyable {
  private let memory: UnsafeMutableRawBufferPointer
  private let wipe: Secret.Wipe
  private(set) var count: Int

  init(capacity: Int, wipe: @escaping Secret.Wipe) {
    memory = .allocate(byteCount: max(capacity, 0), alignment: 1)
    self.wipe = wipe
    count = 0
  }

  mutating func append(_ byte: UInt8) -> Bool {
    guard count < memory.count else { return false }
    memory[count] = byte
    count += 1
    return true
  }

  mutating func removeLastScalar() {
    let end = count
    while count > 0 {
      count -= 1
      if memory[count] & 0xC0 != 0x80 { break }
    }
    wipe(UnsafeMutableRawBufferPointer(rebasing: memory[count..<end]))
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

  mutating func end() {
    wipe(memory)
    count = 0
  }

  deinit {
    wipe(memory)
    memory.deallocate()
  }
}

/// Overwrites memory with zeros, which the optimiser cannot leave out.
public func wipeMemory(_ memory: UnsafeMutableRawBufferPointer) {
  guard let start = memory.baseAddress else { return }
  #if canImport(Darwin)
    _ = memset_s(start, memory.count, 0, memory.count)
  #else
    explicit_bzero(start, memory.count)
  #endif
}
