import Data
import Domain
import Doubles
import Foundation
import Testing

@Suite(.limited) struct `The input of an import` {
  private let folder: TemporaryFolder
  private static let object =
    #"{"id":"a","name":"coffee","time":"2026-11-21T09:00:00Z","kind":"change","change":5}"# + "\n"

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `is the standard input for a dash, which stays open`() async throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(Self.object.utf8))
    try pipe.fileHandleForWriting.close()
    let input = pipe.fileHandleForReading.fileDescriptor
    let file = try TransferCodec.rows(ofFile: "-", standardInput: input)
    #expect(try await allRows(of: file).map(\.id) == ["a"])
    #expect(fcntl(input, F_GETFD) >= 0)
  }

  @Test func `may be a FIFO`() async throws {
    let path = folder.file("fifo")
    #expect(mkfifo(path, 0o600) == 0)
    // One descriptor for both ends, so that opening does not block.
    let writer = FileHandle(fileDescriptor: open(path, O_RDWR), closeOnDealloc: true)
    try writer.write(contentsOf: Data(Self.object.utf8))
    let file = try TransferCodec.rows(ofFile: path)
    try writer.close()
    #expect(try await allRows(of: file).map(\.id) == ["a"])
  }

  @Test(
    arguments: [
      ("missing", "No such file or directory"), ("", "No such file or directory"),
      ("folder", "Is a directory"), ("file/below", "Not a directory"),
      ("loop", "Too many levels of symbolic links"),
    ])
  func `is named with the system's message when it cannot be read`(name: String, cause: String)
    throws
  {
    try FileManager.default.createDirectory(
      atPath: folder.file("folder"), withIntermediateDirectories: false)
    try Data().write(to: URL(fileURLWithPath: folder.file("file")))
    #expect(symlink("loop", folder.file("loop")) == 0)
    let path = name.isEmpty ? "" : folder.file(name)
    #expect(throws: Refusal.input(.unreadable(name: path, cause: cause))) {
      try TransferCodec.rows(ofFile: path)
    }
  }

  @Test func `is never a device, or a folder on the standard input`() throws {
    #expect(throws: Refusal.input(.unreadable(name: "/dev/zero", cause: "it is a device"))) {
      try TransferCodec.rows(ofFile: "/dev/zero")
    }
    let folder = open(folder.path, O_RDONLY)
    defer { close(folder) }
    #expect(throws: Refusal.input(.unreadable(name: "The standard input", cause: "Is a directory")))
    {
      try TransferCodec.rows(ofFile: "-", standardInput: folder)
    }
    #expect(
      throws: Refusal.input(.unreadable(name: "The standard input", cause: "Bad file descriptor"))
    ) {
      try TransferCodec.rows(ofFile: "-", standardInput: -1)
    }
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may read every file"))
  func `is refused without the permission to read it`() throws {
    let path = folder.file("secret")
    try Data().write(to: URL(fileURLWithPath: path))
    chmod(path, 0)
    #expect(throws: Refusal.input(.unreadable(name: path, cause: "Permission denied"))) {
      try TransferCodec.rows(ofFile: path)
    }
  }
}
