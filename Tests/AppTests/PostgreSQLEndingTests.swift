import Doubles
import Foundation
import Programs
import Testing

/// What a person is told when a server ends the connection just after it was made.
@Suite(.limited) struct PostgreSQLEndingTests {
  private static let isInstalled = PostgreSQLServer.isInstalled

  @Test(
    .enabled(if: isInstalled, "\(PostgreSQLServer.absence)"),
    arguments: [
      (EndingServer.words, Int32(75), "tally: The store is busy. Try again\n"),
      (
        "", 74,
        "tally: The store cannot be opened: the server ended the connection. "
          + "Check its address, and whether the server is running\n"
      ),
    ])
  func `An ended connection is told in one line of Tally's`(
    words: String, status: Int32, errors: String
  ) async throws {
    let server = try EndingServer(saying: words)
    let tally = try TallyProgram(
      environment: ["TALLY_STORE": "postgresql:///postgres?host=\(server.folder.path)&user=tally"])
    let run = try await tally.run(["show", "main"])
    #expect(run == .init(status: status, output: "", errors: errors))
    withExtendedLifetime(server) {}
  }

  /// A collation that has changed since the database was made, for example.
  @Test(.enabled(if: isInstalled, "\(PostgreSQLServer.absence)"))
  func `A warning of the server while it lets Tally in is not printed`() async throws {
    let server = try EndingServer(warning: "a version mismatch", saying: EndingServer.words)
    let tally = try TallyProgram(
      environment: ["TALLY_STORE": "postgresql:///postgres?host=\(server.folder.path)&user=tally"])
    let run = try await tally.run(["show", "main"])
    #expect(run.errors == "tally: The store is busy. Try again\n")
    withExtendedLifetime(server) {}
  }
}

/// A server that lets everybody in, and ends the connection in the same breath.
private final class EndingServer: Sendable {
  static let words = "terminating connection due to administrator command"

  let folder: TemporaryFolder
  private let listener: Int32

  init(warning: String = "", saying words: String) throws {
    folder = try TemporaryFolder()
    let path = folder.file(".s.PGSQL.5432")
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
    }
    guard bound == 0, listen(listener, 64) == 0 else { throw SystemError("bind") }
    let answer = Self.answer(warning: warning, words: words)
    Thread.detachNewThread { [listener] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        var request = [UInt8](repeating: 0, count: 4_096)
        _ = read(client, &request, request.count)
        _ = write(client, answer, answer.count)
        close(client)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static func answer(warning: String, words: String) -> [UInt8] {
    let settings = [
      ("server_version", "15.9"), ("default_transaction_read_only", "off"),
      ("in_hot_standby", "off"), ("client_encoding", "UTF8"),
    ]
    func notice(_ severity: String, _ state: String, _ text: String) -> [UInt8] {
      Array("S\(severity)\0V\(severity)\0C\(state)\0M\(text)\0\0".utf8)
    }
    return message("R", [0, 0, 0, 0])
      + settings.flatMap { message("S", Array("\($0.0)\0\($0.1)\0".utf8)) }
      + (warning.isEmpty ? [] : message("N", notice("WARNING", "01000", warning)))
      + message("Z", Array("I".utf8))
      + (words.isEmpty ? [] : message("E", notice("FATAL", "57P01", words)))
  }

  private static func message(_ kind: Character, _ body: [UInt8]) -> [UInt8] {
    [kind.asciiValue ?? 0] + withUnsafeBytes(of: UInt32(body.count + 4).bigEndian, Array.init)
      + body
  }
}
