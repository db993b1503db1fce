import Foundation
import Testing

@testable import Composition
@testable import LineToolkit

@Suite(.limited) struct CommandHistoryTests {
  private let program: TallyProgram
  private let path: String

  init() throws {
    program = try TallyProgram()
    path = program.file("state/tally/history")
  }

  @Test func `Commands are kept for the next run, without repeats, newest last`() throws {
    var history = CommandHistory(path: path)
    for command in ["list", "+ 5", "list", "chart"] { history.append(command) }
    #expect(CommandHistory(path: path).commands == ["+ 5", "list", "chart"])
    #expect(try program.text(of: "state/tally/history") == "+ 5\nlist\nchart\n")
  }

  @Test func `Only the owner may read the file and its folder`() throws {
    var history = CommandHistory(path: path)
    history.append("list")
    #expect(try program.permissions(of: "state/tally/history") == 0o600)
    #expect(try program.permissions(of: "state/tally") == 0o700)
  }

  @Test func `Two terminals keep each other's commands`() {
    var one = CommandHistory(path: path)
    var other = CommandHistory(path: path)
    one.append("+ 1")
    other.append("+ 2")
    one.append("+ 3")
    #expect(CommandHistory(path: path).commands == ["+ 1", "+ 2", "+ 3"])
  }

  @Test func `The last thousand commands are kept`() throws {
    try FileManager.default.createDirectory(
      atPath: program.file("state/tally"), withIntermediateDirectories: true)
    try program.write((1...1_000).map { "+ \($0)\n" }.joined(), to: "state/tally/history")
    chmod(path, 0o600)
    var history = CommandHistory(path: path)
    history.append("list")
    #expect(history.commands.count == 1_000)
    #expect(history.commands.first == "+ 2")
    #expect(try program.text(of: "state/tally/history").split(separator: "\n").count == 1_000)
  }

  @Test(arguments: [String(repeating: "a", count: 1_025), "two\nlines"])
  func `A command too long for the file is not kept`(command: String) {
    var history = CommandHistory(path: path)
    history.append(command)
    #expect(history.commands == [])
  }

  @Test(arguments: ["/proc/none/history", "/dev/null/history", "/proc/self"])
  func `Without a usable file, commands are kept while the program runs`(path: String) {
    var history = CommandHistory(path: path)
    history.append("list")
    history.append("undo")
    #expect(history.commands == ["list", "undo"])
  }

  @Test(arguments: ["another name", "open to others", "a FIFO"])
  func `A file that somebody else may have planted is ignored, and kept as it is`(_ fault: String)
    throws
  {
    let path = program.file("history")
    try program.write("delete\n", to: "history")
    chmod(path, 0o600)
    switch fault {
    case "another name": #expect(link(path, path + "2") == 0)
    case "open to others": chmod(path, 0o622)
    default:
      unlink(path)
      #expect(mkfifo(path, 0o600) == 0)
    }
    var history = CommandHistory(path: path)
    #expect(history.commands == [])
    history.append("list")
    #expect(history.commands == ["list"])
    if fault != "a FIFO" { #expect(try program.text(of: "history") == "delete\n") }
  }

  @Test(.enabled(if: geteuid() == 0, "only the superuser can give a file away"))
  func `A file that belongs to somebody else is ignored`() throws {
    let path = program.file("history")
    try program.write("delete\n", to: "history")
    chmod(path, 0o600)
    #expect(chown(path, 1, 1) == 0)
    #expect(CommandHistory(path: path).commands == [])
  }

  @Test func `A symbolic link is neither followed nor replaced`() throws {
    let (target, link) = (program.file("private"), program.file("history"))
    try program.write("secret\n", to: "private")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    var history = CommandHistory(path: link)
    #expect(history.commands == [])
    history.append("list")
    #expect(history.commands == ["list"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    #expect(try program.text(of: "private") == "secret\n")
  }
}
