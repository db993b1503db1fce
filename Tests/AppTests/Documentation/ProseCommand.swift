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

  /// The programs that a page may name, besides files of the repository. A list, so that a sentence is
  /// judged the same on every machine, whatever is installed there.
  private static let programs: Set<Substring> = [
    "apt", "apt-get", "bash", "cat", "chmod", "chown", "cp", "createdb", "curl", "git", "kill",
    "ln",
    "ls", "man", "mkdir", "mv", "openssl", "pg_dump", "pip", "printf", "psql", "python3", "rm",
    "sh",
    "sqlite3", "sudo", "swift", "systemctl", "tally",
  ]

  /// `nil` when the first word is not a program.
  init?(_ text: String) {
    self.text = text
    let words = text.split(separator: " ").drop { $0.contains(/^[A-Z_]+=/) }
    guard let name = words.first else { return nil }
    if name.contains("/") {
      let file = Document.repository.appending(path: String(name))
      let isFile = (try? file.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile ?? false
      guard isFile, FileManager.default.isExecutableFile(atPath: file.path) else { return nil }
      return
    }
    // The name alone of any other program only mentions it.
    let isCalled = words.count > 1 || name == "tally" || name == "swift"
    guard isCalled, Self.programs.contains(name) else { return nil }
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
    case .test: /^swift test(?: --package-path App\/Server)?$/
    case .kill: /^kill -9$/
    }
  }
}
