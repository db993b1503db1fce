public import Domain
internal import GRDB

extension SQLiteStore: StoreWatch {
  public func changesElsewhere(tickingAtOnce: Bool) -> AsyncStream<Void> {
    let (ticks, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    if tickingAtOnce { continuation.yield() }
    // Before whatever is read after this call, since one thing is done with the connection at a time.
    let beginning = AsyncStream<Int?> { beginning in
      tellVersionMadeElsewhere {
        beginning.yield($0)
        beginning.finish()
      }
    }
    let polling = Task { [weak self] in
      var seen: Int?
      for await version in beginning { seen = version }
      while !Task.isCancelled {
        try? await Task.sleep(for: Self.pollingInterval)
        guard let self else { break }
        // A store that cannot be read now is told of by whoever wants to read something from it.
        guard let version = await self.versionMadeElsewhere(), version != seen else { continue }
        seen = version
        continuation.yield()
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in polling.cancel() }
    return ticks
  }

  private static var pollingInterval: Duration { .milliseconds(300) }

  /// A number that is another one after each commit of another connection, and after none of this one's;
  /// `nil` where the store cannot be read.
  func versionMadeElsewhere() async -> Int? {
    await withCheckedContinuation { continuation in
      tellVersionMadeElsewhere { continuation.resume(returning: $0) }
    }
  }

  private func tellVersionMadeElsewhere(to listener: @escaping @Sendable (Int?) -> Void) {
    queue.asyncWriteWithoutTransaction { database in
      listener(try? Int.fetchOne(database, sql: "PRAGMA data_version"))
    }
  }
}
