import Testing

/// The calls that are understood without the parser.
@Suite struct PlainCountTests {
  private static let calls = [
    ["up", "NAME"], ["up", "NAME", "3"], ["up", "NAME", "+2"], ["up", "NAME", ""],
    ["up", "NAME", "x"], ["down", "NAME", "1.5"], ["down", "NAME"], ["set", "NAME", "40"],
    ["reset", "NAME"], ["undo", "NAME"], ["redo", "NAME"], ["redo", "NAME"],
    ["up", "NAME", "9223372036854775807"], ["set", "NAME"], ["up", "NAME", "1", "2"],
    ["undo", ""], ["up", "nowhere"],
  ]

  @Test func `A call means the same to the parser`() async throws {
    let tally = try await TallyProgram.ofAda()
    try await tally.check("new plain")
    try await tally.check("new parsed")
    let store = ["--store", "\(tally.home)/data/tally/tally.db"]
    for call in Self.calls {
      let plain = try await tally.run(call.map { $0 == "NAME" ? "plain" : $0 })
      // Any option makes the parser look at the call; the one that says nothing new is the store's.
      let parsed = try await tally.run(call.map { $0 == "NAME" ? "parsed" : $0 } + store)
      #expect(plain.output == parsed.output, "\(call)")
      #expect(plain.errors == parsed.errors, "\(call)")
      #expect(plain.status == parsed.status, "\(call)")
    }
  }
}
