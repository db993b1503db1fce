import Foundation
import Testing

/// A page of the documentation, with its blocks, tables and code spans.
struct Document: Sendable, CustomTestStringConvertible {
  /// The path within the repository.
  let path: String
  let text: String

  var testDescription: String { path }

  static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  init(_ path: String) throws {
    self.path = path
    text = try String(contentsOf: Self.repository.appending(path: path), encoding: .utf8)
  }

  /// The README and all other pages.
  static func all() throws -> [Document] {
    let pages = ["Domain", "Data", "Presentation", "App", "Tests"].flatMap { room in
      files(in: room).filter { $0.hasSuffix(".md") }
    }
    let ofAll = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
    return try (ofAll + pages).map(Document.init)
  }

  /// The only block with that name on any page.
  static func block(marked name: String) throws -> CodeBlock {
    let blocks = try all().flatMap { $0.blocks(marked: name) }
    try #require(blocks.count == 1, "\(blocks.count) blocks are under <!-- \(name) -->")
    return blocks[0]
  }

  /// The paths of the files in a folder of the repository.
  static func files(in folder: String) -> [String] {
    let files = FileManager.default.enumerator(
      at: repository.appending(path: folder), includingPropertiesForKeys: nil,
      options: .skipsHiddenFiles)
    return (files?.compactMap { $0 as? URL } ?? []).map { file in
      file.pathComponents.dropFirst(repository.pathComponents.count).joined(separator: "/")
    }.sorted()
  }

  /// The fenced blocks, in order.
  var blocks: [CodeBlock] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var before: [Substring] = []
    var blocks: [CodeBlock] = []
    while let line = lines.popFirst() {
      if line.hasPrefix("```") {
        let content = lines.prefix { $0 != "```" }
        lines = lines.dropFirst(content.count + 1)
        blocks.append(CodeBlock(lines: content.map(String.init), after: before))
      }
      before.append(line)
    }
    return blocks
  }

  /// The blocks with that name.
  func blocks(marked name: String) -> [CodeBlock] { blocks.filter { $0.mark == name } }

  /// The rows of the table with that header, cell by cell.
  func table(_ head: String) throws -> [[String]] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0 == head }, "\(path) has no table \(head)")
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { row in
      row.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The text in backticks, outside of fences and of the generated benchmark table.
  var codeSpans: [String] {
    text.replacing(/(?ms)^```.*?^```$/, with: "")
      .replacing(/(?s)<!-- benchmarks -->.*<!-- \/benchmarks -->/, with: "")
      .replacing(/``[^`]+``/, with: "")
      .codeSpans
  }
}

/// A fenced block of a page.
struct CodeBlock {
  let lines: [String]
  /// The name in the comment before the block.
  let mark: String?
  /// The file name before the block.
  let file: String?

  init(lines: [String], after before: [Substring]) {
    self.lines = lines
    mark = before.last?.wholeMatch(of: /<!-- ([a-z-]+) -->/).map { String($0.1) }
    file = before.last { !$0.isEmpty }?.firstMatch(of: /`([^`\s]+)`:$/).map { String($0.1) }
  }

  var text: String { lines.map { $0 + "\n" }.joined() }

  /// Whether `.ci/full` runs it, and `FullFormTests` check it.
  var isFullForm: Bool { mark?.hasPrefix("full-") ?? false }
}

extension String {
  /// The text in backticks, each on one line.
  var codeSpans: [String] {
    matches(of: /`([^`]+)`/).map { $0.1.split(whereSeparator: \.isNewline).joined(separator: " ") }
  }
}
