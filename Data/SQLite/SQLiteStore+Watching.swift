public import Domain
internal import GRDB

extension SQLiteStore: StoreWatch {
  public func changesElsewhere() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let polling = Task { [weak self] in
        var seen: Int?
        while !Task.isCancelled {
          guard let self else { break }
          // A store that cannot be read now is told of by whoever wants to read something from it.
          if let version = await self.versionMadeElsewhere(), version != seen {
            seen = version
            continuation.yield()
          }
          try? await Task.sleep(for: Self.pollingInterval)
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in polling.cancel() }
    }
  }

  private static var pollingInterval: Duration { .milliseconds(300) }

  /// A number that is another one after each commit of another connection, and after none of this one's.
  private func versionMadeElsewhere() async -> Int? {
    await withCheckedContinuation { continuation in
      queue.asyncWriteWithoutTransaction { database in
        continuation.resume(
          returning: try? Int.fetchOne(database, sql: "PRAGMA data_version"))
      }
    }
  }
}
