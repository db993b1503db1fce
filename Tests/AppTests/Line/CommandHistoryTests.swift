import Foundation
import Testing

@testable import App

@Suite struct CommandHistoryTests {
  private let program: TallyProgram
  private let path: String

  init() throws {
    program = try TallyProgram()
    path = "\(program.home)/state/tally/history"
  }

  private func content() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test func `Commands are there the next time, each once, the latest last`() throws {
    var history = CommandHistory(path: path)
    for command in ["list", "+ 5", "list", "chart"] { history.append(command) }
    #expect(CommandHistory(path: path).commands == ["+ 5", "list", "chart"])
    #expect(try content() == "+ 5\nlist\nchart\n")
  }

  @Test func `Nobody else may read the file or its folder`() throws {
    var history = CommandHistory(path: path)
    history.append("list")
    for (path, mode) in [(path, 0o600), ("\(program.home)/state/tally", 0o700)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
  }

  @Test func `Two terminals keep each other's commands`() {
    var one = CommandHistory(path: path)
    var other = CommandHistory(path: path)
    one.append("+ 1")
    other.append("+ 2")
    one.append("+ 3")
    #expect(CommandHistory(path: path).commands == ["+ 1", "+ 2", "+ 3"])
  }

  @Test func `The latest thousand are kept`() throws {
    try FileManager.default.createDirectory(
      atPath: "\(program.home)/state/tally", withIntermediateDirectories: true)
    try (1...1_000).map { "+ \($0)\n" }.joined().write(
      toFile: path, atomically: false, encoding: .utf8)
    var history = CommandHistory(path: path)
    history.append("list")
    #expect(history.commands.count == 1_000)
    #expect(history.commands.first == "+ 2")
    #expect(try content().split(separator: "\n").count == 1_000)
  }

  @Test(arguments: [String(repeating: "a", count: 1_025), "two\nlines"])
  func `A command that is too long for a line of the file is not kept`(command: String) {
    var history = CommandHistory(path: path)
    history.append(command)
    #expect(history.commands == [])
  }

  @Test(arguments: ["/proc/none/history", "/dev/null/history", "/proc/self"])
  func `Where no file can be, commands are kept as long as the program runs`(path: String) {
    var history = CommandHistory(path: path)
    history.append("list")
    history.append("undo")
    #expect(history.commands == ["list", "undo"])
  }

  @Test(arguments: ["another name", "open to others", "a FIFO", "somebody else's"])
  func `What somebody else may have put there is not offered`(_ fault: String) throws {
    let path = "\(program.home)/history"
    try "delete\n".write(toFile: path, atomically: false, encoding: .utf8)
    chmod(path, 0o600)
    switch fault {
    case "another name": #expect(link(path, path + "2") == 0)
    case "open to others": chmod(path, 0o622)
    case "a FIFO":
      unlink(path)
      #expect(mkfifo(path, 0o600) == 0)
    default:
      guard geteuid() == 0 else { return }
      #expect(chown(path, 1, 1) == 0)
    }
    #expect(CommandHistory(path: path).commands == [])
  }

  @Test func `A link is neither followed nor replaced`() throws {
    let target = "\(program.home)/private"
    try "secret\n".write(toFile: target, atomically: false, encoding: .utf8)
    let link = "\(program.home)/history"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    var history = CommandHistory(path: link)
    #expect(history.commands == [])
    history.append("list")
    #expect(history.commands == ["list"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "secret\n")
  }
}
