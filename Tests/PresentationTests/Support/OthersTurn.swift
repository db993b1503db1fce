/// Lets those go on who wait for the main actor, until nothing but what waits for something else is left.
@MainActor
func othersHadTheirTurn() async {
  for _ in 0..<1_000 { await Task.yield() }
}
