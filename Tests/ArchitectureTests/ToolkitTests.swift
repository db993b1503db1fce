import Testing

/// The toolkits show the same scenes but do not depend on each other.
@Suite(.limited) struct ToolkitTests {
  @Test(arguments: [
    ("App/Line", "App/Screen"), ("App/Screen", "App/Line"), ("App/Page", "App/Line"),
    ("App/Line", "App/Page"), ("App/Screen", "App/Page"), ("App/Page", "App/Screen"),
  ])
  func `a toolkit uses nothing of the other`(toolkit: String, other: String) throws {
    let names = try Repository.swiftFiles(in: other).flatMap(\.visibleTypes)
    #expect(!names.isEmpty)
    let found = try Repository.swiftFiles(in: toolkit).flatMap { file in
      file.words.intersection(names).map { "\(file.path) names \($0)" }
    }
    #expect(found == [])
  }

  @Test func `the types that another file could use are found`() {
    let file = SourceFile(
      path: "App/Line/LineView.swift",
      text: """
        struct LineView {
          struct Item {}
        }
        private struct Row {}
        fileprivate enum Key {}
        @MainActor final class LineSession {}
        // struct Comment {}
        package protocol LineInput: Sendable {}
        """)
    #expect(file.visibleTypes == ["LineView", "LineSession", "LineInput"])
  }
}

extension SourceFile {
  /// The types that other files of the module can name without the type around them.
  fileprivate var visibleTypes: [Substring] {
    let type = #/^(?:@?\w+ )*(?:struct|class|enum|protocol|actor) (\w+)/#
    return code.split(separator: "\n").filter { !$0.contains(#/^(?:@\w+ )*(?:file)?private /#) }
      .compactMap { $0.firstMatch(of: type)?.1 }
  }
}
