/// Whether a condition comes true as soon as those have had their turn who wait for the main actor.
@MainActor
func eventually(_ condition: () -> Bool) async -> Bool {
  for _ in 0..<1_000 where !condition() { await Task.yield() }
  return condition()
}
