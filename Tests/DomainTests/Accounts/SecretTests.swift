import Doubles
import Synchronization
import Testing

@testable import Domain

/// Records the memory before it is overwritten.
private final class RecordingWipe: Sendable {
  private let record = Mutex<[[UInt8]]>([])
  var seen: [[UInt8]] { record.withLock { $0 } }

  func secret(_ bytes: [UInt8]) -> Secret {
    let secret = Secret(capacity: bytes.count) { memory in
      self.record.withLock { $0.append(Array(memory)) }
      memory.initializeMemory(as: UInt8.self, repeating: 0)
    }
    for byte in bytes { secret.append(byte) }
    return secret
  }
}

@Suite(.limited) struct SecretTests {
  @Test func `wiping overwrites all bytes`() {
    let wipe = RecordingWipe()
    do {
      let secret = wipe.secret([1, 2, 3])
      secret.wipe()
      #expect(wipe.seen == [[1, 2, 3]])
      #expect(secret.count == 0)
      #expect(secret.text.isEmpty)
    }
    #expect(wipe.seen == [[1, 2, 3], [0, 0, 0]])
  }

  @Test func `the bytes are overwritten when the secret is freed`() {
    let wipe = RecordingWipe()
    _ = wipe.secret([7, 8])
    #expect(wipe.seen == [[7, 8]])
  }

  @Test func `the last scalar is removed completely and overwritten`() {
    let wipe = RecordingWipe()
    let secret = wipe.secret(Array("a\u{E9}\u{1F9C0}".utf8))
    secret.removeLastScalar()
    #expect(secret.text == "a\u{E9}")
    secret.removeLastScalar()
    #expect(secret.text == "a")
    secret.removeLastScalar()
    secret.removeLastScalar()
    #expect(secret.count == 0)
    #expect(wipe.seen == [[0xF0, 0x9F, 0xA7, 0x80], [0xC3, 0xA9], [0x61], []])
  }

  @Test func `nothing is appended beyond the capacity`() {
    let secret = Secret(capacity: 2)
    #expect(secret.append(1) && secret.append(2))
    #expect(!secret.append(3))
    #expect(secret.count == 2)
    let none = Secret(capacity: -1)
    #expect(!none.append(1))
  }

  @Test(arguments: [
    ("", "", true), ("marker", "marker", true), ("marker", "market", false),
    ("marker", "marke", false), ("", "m", false), ("marker", "Marker", false),
  ])
  func `two secrets are equal when their bytes are`(left: String, right: String, equal: Bool) {
    #expect(secret(left).equals(secret(right)) == equal)
  }

  @Test func `a secret equals itself`() {
    let one = secret("marker")
    #expect(one.equals(one))
  }

  @Test func `two secrets can be compared both ways at once`() async {
    let (left, right) = (secret("marker"), secret("marker"))
    await withTaskGroup(of: Bool.self) { group in
      for turn in 0..<8 {
        group.addTask {
          (0..<20_000).allSatisfy { _ in
            turn.isMultiple(of: 2) ? left.equals(right) : right.equals(left)
          }
        }
      }
      for await equal in group { #expect(equal) }
    }
  }

  @Test func `a secret prints nothing`() {
    let held = secret("marker")
    var dumped = ""
    dump((held, [held], Optional(held)), to: &dumped)
    for text in [String(describing: held), String(reflecting: held), "\(held)", dumped] {
      #expect(!text.contains("marker"))
      #expect(!text.contains("109"))
    }
    #expect(Mirror(reflecting: held).children.isEmpty)
  }

  @Test func `memory is overwritten with zeros`() {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 1)
    defer { bytes.deallocate() }
    bytes.copyBytes(from: 1...16)
    wipeMemory(bytes)
    #expect(bytes.allSatisfy { $0 == 0 })
    wipeMemory(UnsafeMutableRawBufferPointer(start: nil, count: 0))
  }
}
