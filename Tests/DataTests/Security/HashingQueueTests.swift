import Dispatch
import Domain
import Testing

@testable import Data

@Suite(.limited) struct `The hashing queue` {
  @Test func `refuses when it is full, and accepts again afterwards`() async throws {
    let line = HashingQueue(limit: 2)
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    let goOn = DispatchSemaphore(value: 0)
    let done = Shared<[Int]>([])
    async let first: Void = line.inTurn { () throws(Refusal) in
      beginning.finish()
      goOn.wait()
      done.change { $0.append(1) }
    }
    for await _ in begun {}
    async let second: Void = line.inTurn { () throws(Refusal) in done.change { $0.append(2) } }
    while line.count < 2 { await Task.yield() }
    let refusal = Shared<Refusal?>(nil)
    let third = Task {
      do throws(Refusal) {
        try await line.inTurn { () throws(Refusal) in done.change { $0.append(3) } }
      } catch {
        refusal.value = error
      }
    }
    while line.count < 3, refusal.value == nil { await Task.yield() }
    #expect(refusal.value == .throttled(seconds: HashingQueue.recovery))
    goOn.signal()
    try await first
    try await second
    await third.value
    try await line.inTurn { () throws(Refusal) in done.change { $0.append(4) } }
    #expect(done.value == [1, 2, 4])
  }

  @Test func `frees the place of failed work`() async throws {
    let line = HashingQueue(limit: 1)
    for _ in 0..<3 {
      await #expect(throws: Refusal.credentialsWrong) {
        try await line.inTurn { () throws(Refusal) in throw .credentialsWrong }
      }
    }
    #expect(line.count == 0)
  }
}
