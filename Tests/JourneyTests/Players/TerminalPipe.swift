import Foundation

@testable import App

/// A pipe in the place of a terminal: a toolkit writes at one end, and what it wrote is read at the other.
/// It holds 64 KiB, which is more than any step shows.
final class TerminalPipe: Sendable {
  private let pipe = Pipe()

  /// Where a toolkit writes.
  var descriptor: Descriptor {
    Descriptor(number: pipe.fileHandleForWriting.fileDescriptor)
  }

  /// What was written since this was last read.
  func newText() throws -> String {
    let end = Descriptor(number: pipe.fileHandleForReading.fileDescriptor)
    var bytes: [UInt8] = []
    while end.isReadable, let byte = try end.readByte() { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
