import Foundation
import PackagePlugin

/// `swift package new-scene NAME`: writes a scene's files, and the list of all scenes.
@main
struct NewScene: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    guard let text = arguments.first, arguments.count == 1 else {
      throw Complaint("Name the scene: swift package new-scene NAME")
    }
    let package = context.package.directoryURL
    let name = try SceneName(text, in: package)
    let files = try NewFiles(of: name, in: package)
    // Before the first file is written, so that a scene is there as a whole or not at all.
    let list = try SceneList(joinedBy: name, in: package)
    let written = try files.write() + [list.write()]
    try format(written)
    for file in written { print(file.path.dropFirst(package.path.count + 1)) }
  }

  private func format(_ files: [URL]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift", "format", "--in-place"] + files.map(\.path)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Complaint("The files are written, but swift format failed. Format them by hand")
    }
  }
}

/// Why no scene is made.
struct Complaint: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
