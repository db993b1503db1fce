import Doubles
import Foundation
import Synchronization
import Testing

@testable import LineToolkit
@testable import Terminal

@Suite(.limited) struct LineBufferTests {
  /// Records what was overwritten.
  private final class Wiped: Sendable {
    private let texts = Mutex<[String]>([])

    func wipe(_ memory: UnsafeMutableRawBufferPointer) {
      texts.withLock { $0.append(String(decoding: memory, as: UTF8.self)) }
      memory.initializeMemory(as: UInt8.self, repeating: 0)
    }

    func contains(_ text: String) -> Bool { texts.withLock { $0.contains { $0.contains(text) } } }
  }

  @Test func `A line that was read does not stay in the buffer`() throws {
    let wiped = Wiped()
    let (reader, writer) = try makePipe()
    defer { close(reader) }
    feed(Array("long enough 1\nlist\n".utf8), to: writer)
    var buffer = LineBuffer { wiped.wipe($0) }
    try buffer.fill(from: Descriptor(number: reader), atMost: .max)
    #expect(!wiped.contains("long enough 1"))
    buffer.removeLine()
    #expect(wiped.contains("long enough 1"))
    #expect(buffer.hasLine && !wiped.contains("list"))
  }
}
