import Testing

/// Two view toolkits show the same scenes, and neither knows the other; what both have of the terminal
/// itself knows neither.
@Suite struct ToolkitTests {
  @Test(arguments: [
    ("App/Line", "App/Screen"), ("App/Screen", "App/Line"), ("App/Terminal", "App/Line"),
    ("App/Terminal", "App/Screen"), ("App/Layout", "App/Line"), ("App/Layout", "App/Screen"),
  ])
  func `a toolkit names nothing of the other's`(toolkit: String, other: String) throws {
    let names = try Repository.swiftFiles(in: other).flatMap { file in
      file.code.matches(of: #/\b(?:struct|class|enum|protocol|actor) (\w+)/#).map(\.1)
    }
    #expect(!names.isEmpty)
    let found = try Repository.swiftFiles(in: toolkit).flatMap { file in
      file.words.intersection(names).map { "\(file.path) names \($0)" }
    }
    #expect(found == [])
  }

  @Test func `a view of one scene on the screen is under 150 lines`() throws {
    let views = try Repository.swiftFiles(in: "App/Screen/Views")
    #expect(views.count { $0.path.hasSuffix("ScreenView.swift") } >= 7)
    #expect(views.filter { $0.lineCount >= 150 }.map(\.path) == [])
  }
}
