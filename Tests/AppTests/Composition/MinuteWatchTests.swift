import Domain
import Doubles
import Programs
import Synchronization
import Testing

@testable import Composition

@Suite(.limited) struct MinuteWatchTests {
  private let store = ManualWatch()

  @Test func `ticks when a minute begins, and when the store does`() async throws {
    let clock = ManualClock(now: Timestamp(milliseconds: 119_250))
    let slept = Mutex<[Duration]>([])
    let watch = MinuteWatch(store, clock: clock) { duration in
      let isFirst = slept.withLock { slept in
        slept.append(duration)
        return slept.count == 1
      }
      if isFirst { clock.advance(seconds: 1) } else { try await Task.sleep(for: .seconds(3_600)) }
    }
    var ticks: AsyncStream<Void>.Iterator? =
      watch.changesElsewhere(tickingAtOnce: false).makeAsyncIterator()
    #expect(await ticks?.next() != nil)
    #expect(slept.withLock { $0.first } == .milliseconds(750))
    await store.tick()
    #expect(await ticks?.next() != nil)
    ticks = nil
    try await eventually("it ends with its listener") { store.listenerCount == 0 }
  }
}
