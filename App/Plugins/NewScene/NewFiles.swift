import Foundation

/// The files of a new scene.
struct NewFiles {
  private let contents: [(file: URL, text: String)]

  private static let paths = [
    ("Scene", "Presentation/Scenes/{Name}Scene.swift"),
    ("Samples", "Presentation/Samples/{Name}Samples.swift"),
    ("LineView", "App/Line/{Name}LineView.swift"),
    ("ScreenView", "App/Screen/Views/{Name}ScreenView.swift"),
    ("PageView", "App/Page/Views/{Name}PageView.swift"),
    ("ExampleView", "Tests/Example/{Name}View.swift"),
    ("Tests", "Tests/PresentationTests/{Name}/{Name}Tests.swift"),
  ]

  /// - Throws: `Complaint` when a file exists already.
  init(of name: SceneName, in package: URL) throws {
    let templates = package.appending(path: "App/Plugins/NewScene/Templates")
    contents = try Self.paths.map { template, path in
      let file = package.appending(path: name.filledIn(path))
      if FileManager.default.fileExists(atPath: file.path) {
        throw Complaint("\(name.type) exists already: \(name.filledIn(path))")
      }
      let text = try String(
        contentsOf: templates.appending(path: "\(template).template"), encoding: .utf8)
      return (file, name.filledIn(text))
    }
  }

  func write() throws -> [URL] {
    for (file, text) in contents {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    return contents.map(\.file)
  }
}
