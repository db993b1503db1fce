import Foundation
import PackagePlugin

/// `swift package new-scene NAME KEY`: writes the files of a scene, and updates the list of scenes.
@main
struct NewScene: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    guard arguments.count == 2 else {
      throw Complaint("Name the scene and its key: swift package new-scene DailyGoal f")
    }
    let package = context.package.directoryURL
    let name = try SceneName(arguments[0], key: arguments[1])
    let files = try NewFiles(of: name, in: package)
    // Checked before the first file is written, so that no scene is left incomplete.
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

/// The reason why no scene was written.
struct Complaint: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
