import Foundation

/// A command in a sentence of a page, rather than in a block.
struct ProseCommand: Sendable, CustomStringConvertible {
  /// The test that checks it.
  enum Kind: CaseIterable {
    /// A `tally` command: `ProseCommandTests`.
    case tally
    /// A preview of a scene: `ProseCommandTests`.
    case preview
    /// A script of the repository: `ProseCommandTests`.
    case script
    /// Creates a scene: `Tests/NewScene/check` does it twice, and previews one.
    case newScene
    /// Runs all tests: `.ci/run` does it with the block that says how.
    case test
    /// Ends a process: `FaultTests` do it many times.
    case kill
  }

  let text: String

  var description: String { text }

  /// `nil` when the first word is not a program.
  init?(_ text: String) {
    self.text = text
    let words = text.split(separator: " ").drop { $0.contains(/^[A-Z_]+=/) }
    guard let name = words.first else { return nil }
    let folders = name.contains("/") ? [Document.repository.path] : ["/usr/bin", "/bin"]
    let isProgram = folders.contains { folder in
      var isFolder: ObjCBool = false
      let path = "\(folder)/\(name)"
      return FileManager.default.isExecutableFile(atPath: path)
        && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
    // A program's name alone only mentions the program.
    let isCalled = words.count > 1 || name.contains("/")
    guard (isProgram && isCalled) || name == "tally" || name == "swift" else { return nil }
  }

  var kinds: [Kind] { Kind.allCases.filter { text.contains($0.pattern) } }
}

extension ProseCommand.Kind {
  fileprivate var pattern: Regex<Substring> {
    switch self {
    case .tally: /^tally(?: |$)/
    case .preview: /^(?:[A-Z]+=\d+ )*swift run preview(?! total)/
    case .script: /^(?:\.ci|Tests)\/[^ ]+/
    case .newScene: /^swift package new-scene NAME KEY$|^swift run preview total added-up$/
    case .test: /^swift test$/
    case .kill: /^kill -9$/
    }
  }
}
