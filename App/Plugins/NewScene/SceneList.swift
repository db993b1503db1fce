import Foundation

/// The list of all scenes, generated from their files.
struct SceneList {
  private let file: URL
  private let text: String

  init(joinedBy name: SceneName, in package: URL) throws {
    let presentation = package.appending(path: "Presentation")
    let suffix = "Scene.swift"
    let scenes = try FileManager.default.contentsOfDirectory(
      atPath: presentation.appending(path: "Scenes").path
    )
    .filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }
    let template = try String(
      contentsOf: package.appending(path: "App/Plugins/NewScene/Templates/SceneList.template"),
      encoding: .utf8)
    file = presentation.appending(path: "Flow/ActiveScene.swift")
    text = Self.text(of: template, for: (scenes + [name.type]).sorted())
  }

  func write() throws -> URL {
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file
  }

  /// Fills in the template, repeating the part between `{for each scene}` and `{end}`.
  private static func text(of template: String, for scenes: [String]) -> String {
    let parts = template.components(separatedBy: "{for each scene}\n")
    return parts.dropFirst().reduce(parts[0]) { text, part in
      let (repeated, rest) = part.split(at: "{end}\n")
      return text + scenes.map { SceneName.filledIn(repeated, type: $0) }.joined() + rest
    }
  }
}

extension String {
  fileprivate func split(at separator: String) -> (before: String, after: String) {
    guard let range = range(of: separator) else { return (self, "") }
    return (String(self[..<range.lowerBound]), String(self[range.upperBound...]))
  }
}
