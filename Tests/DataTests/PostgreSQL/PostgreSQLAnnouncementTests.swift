import Domain
import Doubles
import Foundation
import Programs
import Testing

@testable import Data

/// The server is the suite's own, because what others write would be noticed too.
@Suite(
  .limited, .serialized, .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.absence)"))
struct `A change in a store on PostgreSQL` {
  private static let server = PostgreSQLServer("-c shared_buffers=1MB -c fsync=off", schemas: 20)

  private let world: PostgreSQLWorld
  private let other: PostgreSQLStore
  private let session: Session
  private let counter: Counter

  init() async throws {
    world = try await PostgreSQLWorld(on: Self.server)
    other = try await world.store()
    (session, counter) = try await world.counting(in: other)
  }

  private func add(in store: PostgreSQLStore) async throws {
    _ = try await store.apply([.add(1)], to: counter, in: session)
  }

  /// A watcher of its own, which nothing else asks.
  private func watcher(channel: String = PostgreSQLWatcher.channel) -> PostgreSQLWatcher {
    PostgreSQLWatcher(
      PostgreSQLLane(
        to: world.address, patience: patience, thread: DispatchQueue(label: "test.watching")),
      channel: channel)
  }

  /// Adds until an announcement arrives.
  private func expectAnnouncement(at watcher: PostgreSQLWatcher) async throws {
    let deadline = ContinuousClock.now + patience
    repeat {
      try #require(ContinuousClock.now < deadline)
      try await add(in: other)
    } while await !watcher.awaitAnnouncement(upTo: .seconds(1))
  }

  /// Changes until a store that has seen all earlier writes ticks within a second; a busy machine
  /// makes some ticks late.
  private func expectTickWithinSecond(
    after change: (_ watching: PostgreSQLStore) async throws -> Void
  ) async throws {
    let deadline = ContinuousClock.now + patience
    var start: ContinuousClock.Instant
    repeat {
      // The announcement of an earlier change is a write too.
      await withCheckedContinuation { done in other.writer.schedule { done.resume() } }
      let watching = try await world.store()
      let ticks = watching.changesElsewhere(tickingAtOnce: false)
      // The first tick has nothing to compare with. After it, only a later write makes another one.
      try await ticks.nextTick()
      start = .now
      try #require(start < deadline)
      try await change(watching)
      try await ticks.nextTick()
    } while ContinuousClock.now - start >= .seconds(1)
  }

  @Test func `is announced to those who listen`() async throws {
    let watcher = watcher()
    _ = await watcher.awaitAnnouncement(upTo: .zero)
    try await expectAnnouncement(at: watcher)
  }

  @Test func `is noticed by another store within a second`() async throws {
    try await expectTickWithinSecond { _ in try await add(in: other) }
  }

  @Test func `is noticed by the store that made it within a second too`() async throws {
    try await expectTickWithinSecond { try await add(in: $0) }
  }

  @Test func `that nothing announces is noticed within a second too`() async throws {
    let command = try await world.store(threads: .callers)
    try await expectTickWithinSecond { _ in try await add(in: command) }
  }

  @Test func `is noticed by asking when LISTEN is refused`() async throws {
    // PostgreSQL refuses an empty name.
    let watcher = watcher(channel: "")
    func version() async -> Int64? {
      await withCheckedContinuation { answer in
        watcher.tellVersion { answer.resume(returning: $0) }
      }
    }
    let before = try #require(await version())
    let start = ContinuousClock.now
    #expect(await !watcher.awaitAnnouncement(upTo: .milliseconds(200)))
    #expect(ContinuousClock.now - start >= .milliseconds(200))
    try await add(in: other)
    #expect(await !watcher.awaitAnnouncement(upTo: .zero))
    let after = try #require(await version())
    #expect(after != before)
  }

  @Test func `is announced again after the listening connection was ended`() async throws {
    let watcher = watcher()
    _ = await watcher.awaitAnnouncement(upTo: .zero)
    let first: Int64? = try watcher.lane.once { try $0.value("SELECT pg_backend_pid()", []) }
    try await world.run("SELECT pg_terminate_backend(\(try #require(first)))")
    try await expectAnnouncement(at: watcher)
    let second: Int64? = try watcher.lane.once { try $0.value("SELECT pg_backend_pid()", []) }
    #expect(second != first)
  }

  @Test(arguments: [(Duration.seconds(3_600), 1), (.zero, 3)])
  func `is announced no more often than others ask`(interval: Duration, count: Int) throws {
    // It counts who wants to connect, and lets nobody.
    let server = try AbsentServer()
    let lane = PostgreSQLLane(
      to: try PostgreSQLAddress(server.address), patience: patience, thread: nil)
    let announcements = PostgreSQLAnnouncements(every: interval)
    for _ in 0..<3 { announcements.send(through: lane) }
    #expect(server.visits.value == count)
  }

  @Test func `is waited for without hurry while the server is away`() async throws {
    let server = try AbsentServer()
    let watcher = PostgreSQLWatcher(
      PostgreSQLLane(
        to: try PostgreSQLAddress(server.address),
        patience: patience, thread: DispatchQueue(label: "test.away")))
    let start = ContinuousClock.now
    for _ in 0..<5 {
      #expect(await !watcher.awaitAnnouncement(upTo: .milliseconds(100)))
    }
    #expect(ContinuousClock.now - start >= .milliseconds(500))
    #expect(server.visits.value <= 5)
  }
}

/// Closes every connection at once, and counts them.
private final class AbsentServer: Sendable {
  let visits = Shared(0)
  private let folder: TemporaryFolder
  private let listener: Int32

  var address: String { "postgresql:///postgres?host=\(folder.path)" }

  init() throws {
    folder = try TemporaryFolder()
    listener = try listeningSocket(at: folder.file(".s.PGSQL.5432"))
    Thread.detachNewThread { [listener, visits] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { break }
        _ = visits.next()
        close(client)
      }
      close(listener)
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }
}
