import Data
import Domain
import Doubles
import Foundation
import Testing

@Suite(.limited) struct `What a killed program left` {
  private let folder: TemporaryFolder
  private let name = ".tally-\(UUID().uuidString)"

  init() throws {
    folder = try TemporaryFolder()
    try makeFolder(name)
  }

  private func makeFolder(_ name: String, mode: mode_t = 0o700) throws {
    try FileManager.default.createDirectory(
      atPath: folder.file(name), withIntermediateDirectories: true)
    chmod(folder.file(name), mode)
  }

  private func put(_ name: String, hoursAgo hours: Double = 25) throws {
    try Data("left".utf8).write(to: URL(fileURLWithPath: folder.file(name)))
    try age(name, hours: hours)
  }

  private func age(_ name: String, hours: Double = 25) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -hours * 3_600)],
      ofItemAtPath: folder.file(name))
  }

  /// Whether the folder still exists after somebody wrote a file beside it.
  private func stays() throws -> Bool {
    try age(name)
    let before = try contents()
    try OutputFile(path: folder.file("export")).finish()
    guard FileManager.default.fileExists(atPath: folder.file(name)) else { return false }
    #expect(try contents() == before)
    return true
  }

  private func contents() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.file(name)).sorted()
  }

  @Test(arguments: [[], ["unfinished"], ["unfinished", "unfinished-journal"]])
  func `a day ago is removed by the next program that writes there`(_ names: [String]) throws {
    for file in names { try put("\(name)/\(file)") }
    #expect(try !stays())
  }

  @Test func `less than a day ago is kept`() throws {
    try put("\(name)/unfinished", hoursAgo: 23)
    #expect(try stays())
  }

  @Test(arguments: [
    "another file", "a folder", "a symbolic link", "a hard link", "open to others",
    "somebody else's",
  ])
  func `is kept if it may be a user's own folder`(_ kind: String) throws {
    try put("\(name)/unfinished")
    let inside = folder.file("\(name)/unfinished-journal")
    switch kind {
    case "another file": try put("\(name)/thesis.tex")
    case "a folder": try makeFolder("\(name)/unfinished-journal")
    case "a symbolic link": #expect(symlink("unfinished", inside) == 0)
    case "a hard link": #expect(link(folder.file("\(name)/unfinished"), inside) == 0)
    case "open to others": chmod(folder.file(name), 0o755)
    default: if chown(folder.file("\(name)/unfinished"), 1, 1) != 0 { return }
    }
    #expect(try stays())
  }

  @Test(arguments: [".tally-notes", ".tally-11111111-2222-3333-4444-555555555555x"])
  func `must have the exact name`(_ other: String) throws {
    try makeFolder(other)
    try put("\(other)/unfinished")
    try age(other)
    #expect(symlink(name, folder.file(".tally-\(UUID().uuidString)")) == 0)
    #expect(try !stays())
    #expect(FileManager.default.fileExists(atPath: folder.file("\(other)/unfinished")))
    #expect(try folder.names().count == 3)
  }
}
