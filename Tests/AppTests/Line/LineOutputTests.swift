import Domain
import Foundation
import Testing

@testable import Terminal

@Suite(.limited) struct LineOutputTests {
  @Test func `Every line is escaped and ends with a line feed`() throws {
    let (reader, writer) = try makePipe()
    defer { [reader, writer].forEach { close($0) } }
    let descriptor = Descriptor(number: writer)
    let output = LineOutput(output: descriptor, errors: descriptor) {
      $0.replacingOccurrences(of: "\u{1B}", with: "^[")
    }
    try output.write(["one", "t\u{1B}wo"])
    output.writeError("thr\u{1B}ee")
    var bytes = [UInt8](repeating: 0, count: 1 << 12)
    let count = read(reader, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self) == "one\nt^[wo\nthr^[ee\n")
  }

  @Test func `A closed pipe is an error of its own`() throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    // Unlike a pipe, a socket closes for all processes that inherited it.
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    shutdown(ends[1], Int32(SHUT_RDWR))
    let gone = Descriptor(number: ends[0])
    let output = LineOutput(output: gone, errors: gone) { $0 }
    #expect(throws: Refusal.output(.readerGone)) { try output.write(["one"]) }
    output.writeError("nobody hears it, and nothing happens")
    ends.forEach { close($0) }
  }

  @Test func `Only the system's error says that the reader has gone, not its text`() async throws {
    let sentence = Refusal.output(.failed(cause: "Broken pipe"))
    #expect(sentence.exitStatus == ExitStatus.failure)
    #expect(sentence.afterChange == .output(.answerFailed(cause: "Broken pipe")))
    #expect(Refusal.output(.readerGone).afterChange == .output(.readerGone))
  }

  @Test func `A full device is an error with its cause`() throws {
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    let output = LineOutput(output: Descriptor(number: full)) { $0 }
    do {
      try output.write(["one"])
      Issue.record("nothing was thrown")
    } catch {
      #expect(error != .output(.readerGone))
      #expect("\(error)".contains("No space left on device"))
    }
    close(full)
  }

  @Test func `Writing waits for a full non-blocking pipe`() async throws {
    let (reader, writer) = try makePipe()
    defer { close(reader) }
    _ = fcntl(writer, F_SETFL, O_NONBLOCK)
    let long = String(repeating: "a", count: 300_000)
    async let count = blocking {
      var chunk = [UInt8](repeating: 0, count: 1 << 12)
      var sum = 0
      while case let count = read(reader, &chunk, chunk.count), count > 0 { sum += count }
      return sum
    }
    let output = LineOutput(output: Descriptor(number: writer)) { $0 }
    try await blocking { try output.write([long]) }
    close(writer)
    #expect(try await count == 300_001)
  }
}
