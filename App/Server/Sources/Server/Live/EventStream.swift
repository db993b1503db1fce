import Domain
import HummingbirdCore
import NIOCore
import ServiceLifecycle
import Synchronization
import Terminal

/// Sends the state of a counter, or word of a list of counters, to one browser when it connects and
/// after each change, as server-sent events.
///
/// What is not sent yet is replaced by what is newer, so a slow browser takes no memory.
struct EventStream: Sendable {
  private enum Sight: Equatable {
    case counter(LiveStates.Sight)
    case list([CounterSummary])
  }

  /// How often something is sent at least, so that everybody notices when the other has gone.
  static let heartbeat = Duration.seconds(15)
  /// How long a list is not read again: everybody's changes ask for it.
  private static let listPause = Duration.milliseconds(500)

  /// `nil` for the session's list of counters, for which the browser asks itself.
  let counter: Counter.ID?
  let session: Session
  let place: StreamRoom.Place
  /// The browser's; `nil` for the server's.
  let calendar: (any LocalCalendar)?
  let useCases: UseCases
  let watch: any StoreWatch
  let states: LiveStates

  /// Sends until the browser or the server ends, or the session or the right to see the counter
  /// does.
  func send(
    through writer: consuming some ResponseBodyWriter, for request: Request, on channel: any Channel
  ) async throws {
    let (wakings, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let pace = Pace(channel: channel)
    place.whenLost { channel.close(promise: nil) }
    var writer = writer
    try await request.body.consumeWithInboundCloseHandler { _ in
      try await withThrowingDiscardingTaskGroup { group in
        group.addTask { await follow(waker) }
        group.addTask { await pace.beat(waker) }
        try await send(at: wakings, through: &writer, pace)
        group.cancelAll()
      }
    } onInboundClosed: {
      waker.finish()
    }
    try await writer.finish(nil)
    channel.close(promise: nil)
  }

  private func follow(_ waker: AsyncStream<Void>.Continuation) async {
    for await _ in watch.changesElsewhere(tickingAtOnce: true) { waker.yield() }
  }

  private func send(
    at wakings: AsyncStream<Void>, through writer: inout some ResponseBodyWriter, _ pace: Pace
  ) async throws {
    var shown: Sight?
    for await _ in wakings.cancelOnGracefulShutdown() {
      let start = ContinuousClock.now
      let sight: Sight
      do {
        sight = try await look()
      } catch {
        if error.isFailure { continue }
        if case .noSuchCounter = error {
          try await pace.write("event: gone\ndata: \(error.fact)\n\n", through: &writer)
        }
        return
      }
      if shown != sight {
        guard let event = try? await event(of: sight) else { continue }
        try await pace.write(event, through: &writer)
        shown = sight
      } else if pace.isBeatDue {
        try await pace.write("event: beat\ndata: \n\n", through: &writer)
      }
      if counter == nil {
        // A long list takes at most a tenth of the time.
        let pause = max(Self.listPause, (ContinuousClock.now - start) * 9)
        try? await cancelWhenGracefulShutdown { try await Task.sleep(for: pause) }
      }
    }
  }

  /// Asks for the session and the right each time.
  private func look() async throws(Refusal) -> Sight {
    guard let counter else { return .list(try await states.list(in: session, by: calendar)) }
    let now = try await useCases.counters.counter(withID: counter, in: session)
    return .counter(try await states.sight(of: now, in: session, by: calendar))
  }

  private func event(of sight: Sight) async throws(Refusal) -> String {
    switch sight {
    case .counter(let sight):
      "event: state\ndata: \(try await states.json(of: sight, in: session, by: calendar))\n\n"
    case .list: "event: list\ndata: \n\n"
    }
  }
}

/// When something was sent, to know when a heartbeat is due, and when a browser no longer reads.
private final class Pace: Sendable {
  private let channel: any Channel
  private let state = Mutex((last: ContinuousClock.now, isWriting: false))

  init(channel: any Channel) {
    self.channel = channel
  }

  /// Whether nothing was sent for the time of a heartbeat.
  var isBeatDue: Bool {
    state.withLock { ContinuousClock.now - $0.last >= EventStream.heartbeat }
  }

  func write(_ text: String, through writer: inout some ResponseBodyWriter) async throws {
    state.withLock { $0 = (.now, isWriting: true) }
    try await writer.write(ByteBuffer(string: text))
    state.withLock { $0 = (.now, isWriting: false) }
  }

  /// Wakes the stream for each heartbeat, and closes the connection when the browser takes nothing
  /// for two of them.
  func beat(_ waker: AsyncStream<Void>.Continuation) async {
    while (try? await Task.sleep(for: EventStream.heartbeat)) != nil {
      let isStuck = state.withLock {
        $0.isWriting && ContinuousClock.now - $0.last >= EventStream.heartbeat * 2
      }
      if isStuck { return channel.close(promise: nil) }
      waker.yield()
    }
  }
}
