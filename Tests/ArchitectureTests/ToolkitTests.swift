import Testing

/// The toolkits show the same scenes but do not depend on each other, and the terminal code depends
/// on neither.
@Suite(.limited) struct ToolkitTests {
  @Test(arguments: [
    ("App/Line", "App/Screen"), ("App/Screen", "App/Line"), ("App/Page", "App/Line"),
    ("App/Line", "App/Page"), ("App/Screen", "App/Page"), ("App/Page", "App/Screen"),
    ("App/Terminal", "App/Line"), ("App/Terminal", "App/Screen"), ("App/Terminal", "App/Page"),
    ("App/Layout", "App/Line"), ("App/Layout", "App/Screen"), ("App/Layout", "App/Page"),
  ])
  func `a toolkit uses nothing of the other`(toolkit: String, other: String) throws {
    let names = try Repository.swiftFiles(in: other).flatMap { file in
      file.code.matches(of: #/\b(?:struct|class|enum|protocol|actor) (\w+)/#).map(\.1)
    }
    #expect(!names.isEmpty)
    let found = try Repository.swiftFiles(in: toolkit).flatMap { file in
      file.words.intersection(names).map { "\(file.path) names \($0)" }
    }
    #expect(found == [])
  }

  @Test(arguments: ["Screen", "Page"])
  func `each view has under 150 lines`(toolkit: String) throws {
    let views = try Repository.swiftFiles(in: "App/\(toolkit)/Views")
    #expect(views.count { $0.path.hasSuffix("\(toolkit)View.swift") } >= 8)
    #expect(views.filter { $0.lineCount >= 150 }.map(\.path) == [])
  }
}
