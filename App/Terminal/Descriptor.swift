import Dispatch
import Foundation
import Synchronization

/// The error of a system call.
struct SystemFault: Error, Equatable {
  let code: Int32

  /// The error of the last system call.
  static var last: SystemFault { SystemFault(code: errno) }

  /// The system's message.
  var cause: String { String(cString: strerror(code)) }
}

/// An open file, pipe or terminal that somebody else owns.
struct Descriptor: Sendable, Equatable {
  let number: Int32

  static let input = Descriptor(number: STDIN_FILENO)
  static let output = Descriptor(number: STDOUT_FILENO)
  static let errors = Descriptor(number: STDERR_FILENO)

  /// Checks that one more file can be opened. ncurses does not report that it could not read the
  /// terminal's description.
  static func requireAnother() throws(SystemFault) {
    let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw SystemFault.last }
    close(number)
  }

  /// Opens what was closed of the standard input, output and errors, in a way that using it stays an
  /// error. Otherwise the next file or pipe would take its number, and get what is printed.
  static func fillStandard() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is taken. Without one, nothing else could be opened either.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  var isTerminal: Bool { isatty(number) == 1 }

  /// Whether a read would return at once, even if at the end.
  var isReadable: Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  /// Whether the other side of a terminal or pipe is closed.
  var isHungUp: Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// Reads available data into `memory`, and waits for some; returns 0 at the end.
  func read(into memory: UnsafeMutableRawBufferPointer) throws(SystemFault) -> Int {
    while true {
      let count = Foundation.read(number, memory.baseAddress, memory.count)
      if count >= 0 { return count }
      try waitAfterFault(for: POLLIN)
    }
  }

  /// Waits for one byte and reads it; `nil` at the end.
  func readByte() throws(SystemFault) -> UInt8? {
    var byte: UInt8 = 0
    let count = try withUnsafeMutableBytes(of: &byte) { bytes throws(SystemFault) in
      try read(into: bytes)
    }
    return count == 1 ? byte : nil
  }

  /// Writes the whole text.
  func write(_ text: String) throws(SystemFault) {
    var text = text
    if let fault = text.withUTF8({ writeAll(UnsafeRawBufferPointer($0)) }) { throw fault }
  }

  /// Writes all of the bytes.
  func write(_ bytes: [UInt8]) throws(SystemFault) {
    if let fault = bytes.withUnsafeBytes(writeAll) { throw fault }
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) -> SystemFault? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = Foundation.write(number, part.baseAddress, part.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else {
        do throws(SystemFault) { try waitAfterFault(for: POLLOUT) } catch { return error }
      }
    }
    return nil
  }

  /// Another process may have made the shared descriptor non-blocking.
  private func waitAfterFault(for event: Int32) throws(SystemFault) {
    let fault = SystemFault.last
    if fault.code == EINTR { return }
    guard fault.code == EAGAIN else { throw fault }
    var request = pollfd(fd: number, events: Int16(event), revents: 0)
    guard poll(&request, 1, -1) >= 0 || errno == EINTR else { throw SystemFault.last }
  }
}

/// Runs a handler on a queue whenever a descriptor can be read, until it is freed.
final class ReadWatch: Sendable {
  private let source: Mutex<any DispatchSourceRead>

  init(_ descriptor: Descriptor, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void)
    throws(SystemFault)
  {
    // The queue may use the descriptor a little longer than its owner.
    let copy = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw SystemFault.last }
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
