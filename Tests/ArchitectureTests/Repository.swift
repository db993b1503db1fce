import Foundation

/// A source file of the repository, or a made-up one.
struct SourceFile: Sendable {
  /// The path within the repository.
  let path: String
  let text: String

  /// Whether it is a part of a program, and not of a package's description or its tests.
  var isOfProgram: Bool { !path.hasSuffix("/Package.swift") && !path.contains("Tests/") }

  /// The lines that are not comments.
  var code: String {
    text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      .joined(separator: "\n")
  }
  /// The words of the code: names and keywords.
  var words: Set<Substring> { Set(code.split { !($0.isLetter || $0.isNumber || $0 == "_") }) }
}

/// The repository of these tests.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The layers of the program.
  static let rooms = ["Domain", "Data", "Presentation", "App"]

  /// The folders of tests.
  static let tests = ["Tests", "App/Server/Tests"]

  /// The Swift files in a folder, by path; hidden folders are skipped.
  static func swiftFiles(in folder: String) throws -> [SourceFile] {
    let files = FileManager.default.enumerator(
      at: root.appending(path: folder), includingPropertiesForKeys: nil,
      options: [.skipsHiddenFiles])
    var found: [SourceFile] = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let path = file.pathComponents.dropFirst(root.pathComponents.count).joined(separator: "/")
      found.append(SourceFile(path: path, text: try String(contentsOf: file, encoding: .utf8)))
    }
    return found.sorted { $0.path < $1.path }
  }

  /// The names at the top level, without hidden and ignored files.
  static func topLevel() throws -> Set<String> {
    let ignored = try String(contentsOf: root.appending(path: ".gitignore"), encoding: .utf8)
      .split(whereSeparator: \.isNewline)
      .map { $0.hasSuffix("/") ? String($0.dropLast()) : String($0) }
    return try Set(
      FileManager.default.contentsOfDirectory(atPath: root.path).filter { !$0.hasPrefix(".") }
    ).subtracting(ignored)
  }
}
