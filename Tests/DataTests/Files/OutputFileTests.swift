import Domain
import Doubles
import Foundation
import Testing

@testable import Data

@Suite(.limited) struct `An output file` {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("export")
  }

  private func put(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  @Test func `appears when it is finished, accessible only to its owner`() throws {
    let file = try OutputFile(path: path)
    try file.write("one\n")
    try file.write("two\n")
    #expect(try !folder.names().contains("export"))
    try file.finish()
    #expect(try content(of: path) == Data("one\ntwo\n".utf8))
    #expect(try permissions(of: path) == 0o600)
    #expect(try folder.names() == ["export"])
  }

  @Test(arguments: ["dépôt", "e\u{301}", "\u{301}", "お茶"])
  func `is in the folder that was named, in any script`(_ name: String) throws {
    let inner = folder.file("\u{301}Ordner")
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
    try OutputFile(path: "\(inner)/\(name)").finish()
    let names = try FileManager.default.contentsOfDirectory(atPath: inner)
    #expect(names.map { Array($0.utf8) } == [Array(name.utf8)])
  }

  @Test func `replaces the old file completely, and only at the end`() throws {
    try put("an older and longer one")
    let file = try OutputFile(path: path)
    try file.write("new")
    #expect(try content(of: path) == Data("an older and longer one".utf8))
    try file.finish()
    #expect(try content(of: path) == Data("new".utf8))
    #expect(try folder.names() == ["export"])
  }

  @Test func `replaces a file with other names or permissions, but not that file's content`()
    throws
  {
    try put("kept")
    chmod(path, 0o666)
    try FileManager.default.linkItem(atPath: path, toPath: folder.file("other"))
    let file = try OutputFile(path: path)
    try file.write("new")
    try file.finish()
    #expect(try content(of: path) == Data("new".utf8))
    #expect(try permissions(of: path) == 0o600)
    #expect(try content(of: folder.file("other")) == Data("kept".utf8))
  }

  @Test func `has its own content even if somebody exchanges its folder`()
    throws
  {
    let file = try OutputFile(path: path)
    let hidden = try #require(try folder.names().first)
    try exchange(hidden)
    try file.write("new")
    try file.finish()
    #expect(try content(of: path) == Data("new".utf8))
    #expect(try content(of: folder.file("\(hidden)/unfinished")) == Data("another's".utf8))
  }

  @Test func `is a whole backup even if somebody exchanges its folder`()
    async throws
  {
    let store = try StoreFolder()
    let file = try OutputFile(path: path)
    let hidden = try #require(try folder.names().first)
    try exchange(hidden)
    try await store.store().fill(file)
    try file.finish()
    #expect(try await SQLiteStore(path: path, clock: store.clock).faults() == [])
    #expect(try content(of: folder.file("\(hidden)/unfinished")) == Data("another's".utf8))
    #expect(try folder.names().count == 3)
  }

  /// Renames a folder, and puts another in its place.
  private func exchange(_ hidden: String) throws {
    try FileManager.default.moveItem(atPath: folder.file(hidden), toPath: folder.file("stolen"))
    try FileManager.default.createDirectory(
      atPath: folder.file(hidden), withIntermediateDirectories: false)
    try Data("another's".utf8).write(to: URL(fileURLWithPath: folder.file("\(hidden)/unfinished")))
  }

  @Test func `is refused in a folder where anybody may rename files`() throws {
    chmod(folder.path, 0o777)
    #expect(
      throws: Refusal.output(
        .failed(
          name: path,
          cause: "other users can rename files in its folder. Choose a folder of your own"))
    ) { try OutputFile(path: path) }
    #expect(try folder.names().isEmpty)
    for mode in [0o1777, 0o775] as [mode_t] {
      chmod(folder.path, mode)
      try OutputFile(path: path).finish()
    }
  }

  @Test func `leaves nothing when it is abandoned`() throws {
    try put("old")
    do {
      let file = try OutputFile(path: path)
      try file.write("new")
      #expect(try folder.names().count == 2)
      #expect(try folder.names().allSatisfy { $0 == "export" || $0.hasPrefix(".tally-") })
    }
    #expect(try folder.names() == ["export"])
    #expect(try content(of: path) == Data("old".utf8))
  }

  @Test func `leaves nothing when it cannot be moved to its place`() throws {
    do {
      let file = try OutputFile(path: path)
      try file.write("new")
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      #expect(throws: Refusal.output(.failed(name: path, cause: "Is a directory"))) {
        try file.finish()
      }
    }
    #expect(try folder.names() == ["export"])
  }

  @Test(arguments: [
    ("a folder", "it is a folder"), ("a FIFO", "it is not a regular file"),
    ("a link", "it is a symbolic link"), ("a link to nowhere", "it is a symbolic link"),
  ])
  func `replaces only a regular file`(kind: String, cause: String) throws {
    let target = folder.file("target")
    try Data("kept".utf8).write(to: URL(fileURLWithPath: target))
    switch kind {
    case "a folder":
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "a FIFO": #expect(mkfifo(path, 0o600) == 0)
    case "a link": #expect(symlink("target", path) == 0)
    default: #expect(symlink("nowhere", path) == 0)
    }
    #expect(throws: Refusal.output(.failed(name: path, cause: cause))) {
      try OutputFile(path: path)
    }
    #expect(try folder.names() == ["export", "target"])
    #expect(try content(of: target) == Data("kept".utf8))
  }

  @Test(arguments: [
    ("missing/export", "No such file or directory"), ("missing/", "No such file or directory"),
    ("", "No such file or directory"), ("/dev/null", "it is not a regular file"),
    (".", "it is a folder"), ("/", "it is a folder"),
  ])
  func `is refused at once for an impossible path`(name: String, cause: String) {
    let path = name.hasPrefix("missing") ? folder.file(name) : name
    #expect(throws: Refusal.output(.failed(name: path, cause: cause))) {
      try OutputFile(path: path)
    }
  }
}
