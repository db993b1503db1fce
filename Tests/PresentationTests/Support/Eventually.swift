/// Whether a condition becomes true once the main actor has run its waiting tasks.
@MainActor
func eventually(_ condition: () -> Bool) async -> Bool {
  for _ in 0..<1_000 where !condition() { await Task.yield() }
  return condition()
}
