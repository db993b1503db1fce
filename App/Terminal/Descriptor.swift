import Dispatch
import Platform
import Synchronization

/// An open file, pipe or terminal that somebody else owns.
package struct Descriptor: Sendable, Equatable {
  /// The number by which the system knows it.
  package let number: Int32

  package init(number: Int32) {
    self.number = number
  }

  /// The standard input.
  package static let input = Descriptor(number: STDIN_FILENO)
  /// The standard output.
  package static let output = Descriptor(number: STDOUT_FILENO)
  /// The standard error.
  package static let errors = Descriptor(number: STDERR_FILENO)

  /// Opens what was closed of the standard input, output and errors, in a way that using it stays an
  /// error. Otherwise the next file or pipe would take its number, and get what is printed.
  package static func fillStandard() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is taken. Without one, nothing else could be opened either.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Whether it is a terminal.
  package var isTerminal: Bool { isatty(number) == 1 }

  /// Whether a read would return at once, even if at the end.
  package var isReadable: Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  /// Whether the other side of a terminal or pipe is closed.
  package var isHungUp: Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// Reads available data into `memory`, and waits for some; returns 0 at the end.
  package func read(into memory: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    while true {
      let count = Platform.read(number, memory.baseAddress, memory.count)
      if count >= 0 { return count }
      try waitAfterFault(for: POLLIN)
    }
  }

  /// Reads everything up to the end, or up to `limit` bytes.
  package func readAll(upTo limit: Int) throws(SystemError) -> [UInt8] {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: min(limit, 1 << 16), alignment: 1)
    defer { chunk.deallocate() }
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let wanted = min(chunk.count, limit - bytes.count)
      let count = try read(into: UnsafeMutableRawBufferPointer(rebasing: chunk[..<wanted]))
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Waits for one byte and reads it; `nil` at the end.
  func readByte() throws(SystemError) -> UInt8? {
    var byte: UInt8 = 0
    let count = try withUnsafeMutableBytes(of: &byte) { bytes throws(SystemError) in
      try read(into: bytes)
    }
    return count == 1 ? byte : nil
  }

  /// Writes the whole text.
  package func write(_ text: String) throws(SystemError) {
    var text = text
    if let fault = text.withUTF8({ writeAll(UnsafeRawBufferPointer($0)) }) { throw fault }
  }

  /// Writes all of the bytes.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    if let fault = bytes.withUnsafeBytes(writeAll) { throw fault }
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) -> SystemError? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = Platform.write(number, part.baseAddress, part.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else {
        do throws(SystemError) { try waitAfterFault(for: POLLOUT) } catch { return error }
      }
    }
    return nil
  }

  /// Another process may have made the shared descriptor non-blocking.
  private func waitAfterFault(for event: Int32) throws(SystemError) {
    let fault = SystemError.last
    if fault.code == EINTR { return }
    guard fault.code == EAGAIN else { throw fault }
    var request = pollfd(fd: number, events: Int16(event), revents: 0)
    guard poll(&request, 1, -1) >= 0 || errno == EINTR else { throw SystemError.last }
  }
}

/// Runs a handler on a queue whenever a descriptor can be read, until it is freed.
package final class ReadWatch: Sendable {
  private let source: Mutex<any DispatchSourceRead>

  /// Watches the descriptor, which may be closed meanwhile.
  ///
  /// - Throws: the system's error when no further descriptor can be opened.
  package init(
    _ descriptor: Descriptor, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void
  )
    throws(SystemError)
  {
    // The queue may use the descriptor a little longer than its owner.
    let copy = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw SystemError.last }
    let source = DispatchSource.makeReadSource(fileDescriptor: copy, queue: queue)
    source.setEventHandler(handler: body)
    source.setCancelHandler { @Sendable in close(copy) }
    source.activate()
    self.source = Mutex(source)
  }

  deinit {
    source.withLock { $0.cancel() }
  }
}
