import Testing

@Suite(.limited) struct ArrowTests {
  @Test(arguments: Repository.rooms)
  func `every source imports only what its folder may`(room: String) throws {
    let files = try Repository.swiftFiles(in: room).filter(\.isOfProgram)
    #expect(!files.isEmpty)
    let violations = files.flatMap(ImportRule.violations)
    #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))")
  }

  @Test func `the program does not use preview code`() throws {
    let others = try Repository.rooms.flatMap(Repository.swiftFiles).filter(\.isOfProgram)
      .filter { !$0.path.hasPrefix("Presentation/Samples/") && !$0.path.contains("Preview") }
      .filter { $0.words.contains { $0 == "samples" || $0.hasSuffix("Preview") } }
    #expect(others.map(\.path) == [])
  }
}
