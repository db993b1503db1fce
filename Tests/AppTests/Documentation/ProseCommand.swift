import Foundation

/// A command that stands in a sentence rather than in a block.
struct ProseCommand: Sendable, CustomStringConvertible {
  /// Who checks it.
  enum Kind: CaseIterable {
    /// `tally` and what it understands: `ProseCommandTests`.
    case tally
    /// A scene to look at: `ProseCommandTests`.
    case preview
    /// A script of the repository: `ProseCommandTests`.
    case script
    /// A scene that is made: `Tests/NewScene/check` makes two, and looks at one.
    case newScene
    /// All tests: `.ci/run` runs them by the block that says how.
    case test
    /// Ends a process, which `FaultTests` do all the time.
    case kill
  }

  let text: String

  var description: String { text }

  /// Nothing where the text is no command: its first word is no program.
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
    // A program's name alone is a thing that is spoken of.
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
