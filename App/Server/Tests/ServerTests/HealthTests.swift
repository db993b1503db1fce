import Domain
import Programs
import Synchronization
import Testing

@testable import Server

/// Asking whether changes can be saved.
@Suite(.limited) struct HealthTests {
  @Test func `however many ask at once, the store is asked once`() async {
    let calls = Mutex(0)
    let health = Health(lifetime: .seconds(3_600)) {
      calls.withLock { $0 += 1 }
      return .store(.readOnly(cause: "x"))
    }
    await withTaskGroup(of: Refusal?.self) { group in
      for _ in 1...100 { group.addTask { await health.refusal } }
      for await refusal in group { #expect(refusal == .store(.readOnly(cause: "x"))) }
    }
    #expect(calls.withLock { $0 } == 1)
  }

  @Test func `a store that does not answer cannot save, until it does`() async throws {
    let (answers, store) = AsyncStream<Void>.makeStream()
    let health = Health(patience: .milliseconds(10)) {
      for await _ in answers { break }
      return nil
    }
    #expect(await health.refusal == .store(.busy(cause: "it has not answered for 0.01 seconds")))
    #expect(await health.refusal != nil)
    store.finish()
    try await eventually("a store that answers") { await health.refusal == nil }
  }
}
