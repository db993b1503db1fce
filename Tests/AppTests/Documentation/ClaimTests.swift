import Foundation
import Testing

/// Checks that every block and command on a page is run by a test or script.
@Suite(.limited) struct ClaimTests {
  /// The block names that tests and scripts ask for, each with the files that ask.
  private static func askers() throws -> [String: [String]] {
    let files = Document.files(in: "Tests") + [".ci/run"]
    var askers: [String: [String]] = [:]
    for path in files {
      let form: Regex<(Substring, Substring)>
      switch (path as NSString).pathExtension {
      case "swift": form = /\(marked: "([a-z-]+)"\)/
      case "py": form = /\bblock\("([a-z-]+)"\)/
      case "": form = /(?m)(?:^|\(|\/)block ([a-z-]+)/
      default: continue
      }
      guard let document = try? Document(path) else { continue }
      for match in document.text.matches(of: form) {
        askers[String(match.1), default: []].append(path)
      }
    }
    return askers
  }

  @Test func `every block of every page is used by exactly one check`() throws {
    let askers = try Self.askers()
    for document in try Document.all() {
      for block in document.blocks where block.file == nil && !block.isFullForm {
        let start = "\(document.path): \(block.lines.first ?? "")"
        let mark = try #require(block.mark, "\(start) has no <!-- name --> before it")
        #expect(askers[mark]?.count == 1, "\(start): \(mark) is asked for by \(askers[mark] ?? [])")
      }
    }
  }

  @Test func `every block that a check uses exists`() throws {
    let blocks = try Document.all().flatMap(\.blocks).filter { !$0.isFullForm }
    let marks = Set(blocks.compactMap(\.mark))
    #expect(try Set(Self.askers().keys) == marks)
  }

  @Test func `every command in the prose is of a kind that is checked`() throws {
    for document in try Document.all() {
      for span in document.codeSpans {
        guard let command = ProseCommand(span) else { continue }
        #expect(command.kinds.count == 1, "\(document.path): \(span) is \(command.kinds)")
      }
    }
  }
}
