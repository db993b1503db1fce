import Programs
import Testing

extension AsyncStream<Void> {
  /// Waits for the next tick; a test fails when there is none within the patience.
  func nextTick(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let tick = Task {
      for await _ in self { return true }
      return false
    }
    let limit = Task {
      try await Task.sleep(for: patience)
      tick.cancel()
    }
    defer { limit.cancel() }
    try #require(await tick.value, "there was no tick", sourceLocation: sourceLocation)
  }
}
