import Foundation

/// What a system call said.
struct SystemFault: Error, Equatable {
  let code: Int32

  /// The fault of the system call that has just failed.
  static var last: SystemFault { SystemFault(code: errno) }

  /// Nobody reads what was written.
  static let brokenPipe = SystemFault(code: EPIPE)

  /// The fault in words.
  var cause: String { String(cString: strerror(code)) }
}

/// An open file, pipe or terminal, which somebody else opened and closes.
struct Descriptor: Sendable, Equatable {
  let number: Int32

  static let input = Descriptor(number: STDIN_FILENO)
  static let output = Descriptor(number: STDOUT_FILENO)
  static let errors = Descriptor(number: STDERR_FILENO)

  /// Makes sure that the system lets the program open one more file. ncurses does not say whether it could
  /// read what the terminal is able to do.
  static func requireAnother() throws(SystemFault) {
    let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw SystemFault.last }
    close(number)
  }

  var isTerminal: Bool { isatty(number) == 1 }

  /// Whether a read would not wait, be it for the end.
  var isReadable: Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  /// Whether nothing will come any more from a terminal or a pipe whose other side is gone.
  var isHungUp: Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// Reads what is there into `memory`, waiting for it; 0 bytes are the end.
  func read(into memory: UnsafeMutableRawBufferPointer) throws(SystemFault) -> Int {
    while true {
      let count = Foundation.read(number, memory.baseAddress, memory.count)
      if count >= 0 { return count }
      try waitAfterFault(for: POLLIN)
    }
  }

  /// Reads one byte, waiting for it; nothing at the end.
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

  /// Somebody who shares the descriptor may have made it non-blocking.
  private func waitAfterFault(for event: Int32) throws(SystemFault) {
    let fault = SystemFault.last
    if fault.code == EINTR { return }
    guard fault.code == EAGAIN else { throw fault }
    var request = pollfd(fd: number, events: Int16(event), revents: 0)
    guard poll(&request, 1, -1) >= 0 || errno == EINTR else { throw SystemFault.last }
  }
}
