public import Domain
internal import GRDB

extension SQLiteStore: StoreWatch {
  public func changesElsewhere(tickingAtOnce: Bool) -> AsyncStream<Void> {
    let (ticks, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    if tickingAtOnce { continuation.yield() }
    guard listeners.add(continuation) else { return ticks }
    // Before whatever is read after this call, since one thing is done with the connection at a time.
    let beginning = AsyncStream<Int?> { beginning in
      tellVersion {
        beginning.yield($0)
        beginning.finish()
      }
    }
    Task { [weak self, listeners] in
      var seen: Int?
      for await version in beginning { seen = version }
      while listeners.goOn() {
        try? await Task.sleep(for: Self.pollingInterval)
        guard let self else { return listeners.finish() }
        // A store that cannot be read now is told of by whoever wants to read something from it.
        guard let version = await self.version(), version != seen else { continue }
        seen = version
        listeners.tick()
      }
    }
    return ticks
  }

  private static var pollingInterval: Duration { .milliseconds(300) }

  /// A number that is another one after each commit of another connection than the reading one; `nil` when
  /// the store cannot be read. In threads of the store's own, it changes with what the store writes, too.
  func version() async -> Int? {
    await withCheckedContinuation { continuation in
      tellVersion { continuation.resume(returning: $0) }
    }
  }

  private func tellVersion(to listener: @escaping @Sendable (Int?) -> Void) {
    reader.asyncWriteWithoutTransaction { database in
      listener(try? Int.fetchOne(database, sql: "PRAGMA data_version"))
    }
  }
}
