import Foundation
import Testing

/// Compares the pages with the sources.
@Suite(.limited) struct DocumentationTests {
  private static let pages =
    ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
    + (Repository.rooms + ["Tests"]).flatMap { room in
      FileManager.default.enumerator(
        at: Repository.root.appending(path: room), includingPropertiesForKeys: nil,
        options: .skipsHiddenFiles)?
        .compactMap { $0 as? URL }.filter { $0.pathExtension == "md" }
        .map { $0.pathComponents.dropFirst(Repository.root.pathComponents.count) }
        .map { $0.joined(separator: "/") } ?? []
    }

  private func text(of page: String) throws -> String {
    try String(contentsOf: Repository.root.appending(path: page), encoding: .utf8)
  }

  private func exists(_ path: some StringProtocol) -> Bool {
    FileManager.default.fileExists(atPath: Repository.root.appending(path: String(path)).path)
  }

  @Test(arguments: pages)
  func `every file and folder on a page exists`(page: String) throws {
    let named = try text(of: page).matches(
      of: /`((?:Domain|Data|Presentation|App|Tests)\/[^`\s]*)`/
    )
    .map(\.1)
    let missing = named.filter { !exists($0) }
    #expect(missing == [])
  }

  @Test(arguments: pages)
  func `every link on a page works`(page: String) throws {
    let folder = URL(filePath: page, relativeTo: Repository.root).deletingLastPathComponent()
    let targets = try text(of: page).matches(of: /\]\(([^)#]+)[^)]*\)/).map { String($0.1) }
    let dead = targets.filter { target in
      !target.hasPrefix("https://")
        && !FileManager.default.fileExists(atPath: folder.appending(path: target).path)
    }
    #expect(dead == [])
  }

  @Test func `the path of a change names existing declarations`() throws {
    let page = try text(of: "Presentation/Presentation.docc/HowAChangeTravels.md")
    let steps = page.matches(of: /`([^`\s]+\.swift)`:\s((?:`\w+`(?:,\s)?)+)/)
    #expect(!steps.isEmpty)
    for step in steps {
      let file = try SourceFile(path: String(step.1), text: text(of: String(step.1)))
      let words = ["func", "var", "let", "case", "struct", "enum", "class", "protocol"]
      for name in step.2.matches(of: /`(\w+)`/).map(\.1) {
        #expect(
          words.contains { file.code.contains("\($0) \(name)") },
          "\(file.path) declares no \(name)")
      }
    }
  }

  @Test(arguments: ["AddAToolkit", "FromUIKitAndSwiftUI"])
  func `what a page shows of a toolkit is a part of a file that is built`(name: String) throws {
    let page = try text(of: "Presentation/Presentation.docc/\(name).md")
    let blocks = page.matches(
      of: /`((?:Tests|App)\/[^`]+\.swift)`:\n\n```swift\n((?:(?!```)[^\n]*\n)*)```/)
    for block in blocks { #expect(try text(of: String(block.1)).contains(block.2), "\(block.1)") }
    #expect(page.matches(of: /(?m)^```\w*$/).count == 2 * blocks.count)
  }

  @Test func `what a page shows of a new scene is built and run`() throws {
    let page = try text(of: "Presentation/Presentation.docc/AddAScene.md")
    let blocks = page.matches(
      of: /`(Tests\/NewScene\/[^`]+)`:\n\n```\w*\n((?:(?!```)[^\n]*\n)*)```/)
    for block in blocks { #expect(try text(of: String(block.1)).contains(block.2), "\(block.1)") }
    // Every block but the first, the command, is a part of a file.
    #expect(page.matches(of: /(?m)^```\w*$/).count == 2 * (blocks.count + 1))
    let files = FileManager.default.enumerator(
      atPath: Repository.root.appending(path: "Tests/NewScene").path)?
      .compactMap { $0 as? String }.filter { $0.contains(".") }.map { "Tests/NewScene/\($0)" }
    #expect(files?.filter { !page.contains("`\($0)`") } == [])
  }
}
