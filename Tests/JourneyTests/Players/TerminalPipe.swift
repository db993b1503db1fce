import Foundation

@testable import Terminal

/// A pipe used as a terminal: a toolkit writes to one end, and its output is read from the other.
/// It holds 64 KiB, more than any step shows.
final class TerminalPipe: Sendable {
  private let pipe = Pipe()

  /// The end that a toolkit writes to.
  var descriptor: Descriptor {
    Descriptor(number: pipe.fileHandleForWriting.fileDescriptor)
  }

  /// The output since the last call.
  func newText() throws -> String {
    let end = Descriptor(number: pipe.fileHandleForReading.fileDescriptor)
    var bytes: [UInt8] = []
    while end.isReadable, let byte = try end.readByte() { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
