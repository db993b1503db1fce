import Foundation
import Programs
import Synchronization
import Testing

/// The built server on a free port, with the store of a home folder; it ends with this object.
final class ServerProcess: Sendable {
  let tally: TallyProgram
  let child: ChildProcess
  let port: UInt16
  /// What it printed at the start.
  let greeting: [String]
  private let log: String
  private let end = Mutex<Int32?>(nil)

  /// Starts the server on the store of a program, and returns once it accepts connections. The
  /// arguments are those without the address; `program` is by default the server itself. Its last
  /// line at the start begins with `lastLine`.
  init(
    for tally: TallyProgram, _ arguments: [String] = [], at address: String = "127.0.0.1",
    program: [String] = ["\(TallyProgram.folder)/tally-serve"],
    environment: [String: String] = [:], until lastLine: String = "Listening"
  ) async throws {
    self.tally = tally
    log = tally.file("log-\(UUID().uuidString)")
    let (reader, writer) = try makePipe()
    defer { close(reader) }
    let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
    let errors = open(log, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { [input, errors].forEach { close($0) } }
    do {
      defer { close(writer) }
      child = try ChildProcess(
        program[0], program.dropFirst() + ["--listen", "\(address):0"] + arguments,
        environment: tally.environment.merging(environment) { $1 },
        input: input, output: writer, errors: errors)
    }
    greeting = try await blocking { [child, log] in
      var lines: [String] = []
      var text: [UInt8] = []
      var byte: UInt8 = 0
      while isReadable([reader], until: .now + patience), read(reader, &byte, 1) == 1 {
        if byte == UInt8(ascii: "\n") {
          lines.append(String(decoding: text, as: UTF8.self))
          if lines.last?.hasPrefix(lastLine) == true { return lines }
          text = []
        } else {
          text.append(byte)
        }
      }
      child.send(SIGKILL)
      _ = child.wait()
      throw NotServing(errors: (try? String(contentsOfFile: log, encoding: .utf8)) ?? "")
    }
    let line = greeting.last { $0.hasPrefix("Listening") }
    port = UInt16(line?.split(separator: ":").last ?? "") ?? 0
  }

  deinit {
    if end.withLock({ $0 }) == nil {
      child.send(SIGKILL)
      _ = child.wait()
    }
  }

  /// The server did not start.
  struct NotServing: Error {
    let errors: String
  }

  /// What the server wrote on standard error.
  var logLines: [Substring] {
    (try? String(contentsOfFile: log, encoding: .utf8))?.split(separator: "\n") ?? []
  }

  /// Sends a signal, and waits for the end. Returns the exit status or the negated signal.
  func end(by signal: Int32) async throws -> Int32 {
    child.send(signal)
    return try await ended()
  }

  /// Waits for the end. Returns the exit status or the negated signal: of the one that ends a server
  /// that would run forever.
  func ended() async throws -> Int32 {
    let watchdog = Task { [child] in
      try await Task.sleep(for: patience)
      child.send(SIGKILL)
    }
    defer { watchdog.cancel() }
    let status = try await blocking { [child] in child.wait() }
    end.withLock { $0 = status }
    return status
  }

  /// A command for a server that may open only so many files.
  static func program(withFiles count: Int) -> [String] {
    [
      "/bin/sh", "-c", "ulimit -n \(count); exec \"$0\" \"$@\"",
      "\(TallyProgram.folder)/tally-serve",
    ]
  }

  /// Opens a connection, from any address of this machine, and sends a text.
  func connect(from address: String = "127.0.0.1", sending text: String = "") async throws
    -> Connection
  {
    try await Connection(to: port, from: address, sending: text)
  }

  /// Sends a request on a connection of its own, and returns the answer.
  func send(_ request: HTTPText, from address: String = "127.0.0.1") async throws -> Reply {
    try await connect(from: address, sending: request.text(for: "127.0.0.1:\(port)"))
      .reply(hasBody: request.method != "HEAD")
  }

  func get(_ path: String, _ fields: [String: String?] = [:]) async throws -> Reply {
    try await send(HTTPText("GET", path, fields))
  }

  func post(_ path: String, _ body: String, _ fields: [String: String?] = [:]) async throws -> Reply
  {
    try await send(HTTPText("POST", path, fields, body: body))
  }
}

/// A request as it is sent.
struct HTTPText: Sendable {
  let method: String
  let path: String
  var fields: [String: String?]
  var body: String

  /// A request whose fields replace or, with `nil`, remove the usual ones.
  init(_ method: String, _ path: String, _ fields: [String: String?] = [:], body: String = "") {
    (self.method, self.path, self.fields, self.body) = (method, path, fields, body)
  }

  /// The bytes for a host.
  func text(for host: String) -> String {
    var all: [String: String?] = ["Host": host]
    if method == "POST" {
      all["Sec-Fetch-Site"] = "same-origin"
      all["Content-Type"] = "application/x-www-form-urlencoded"
      all["Content-Length"] = "\(body.utf8.count)"
    }
    all.merge(fields) { $1 }
    let lines = all.sorted { $0.key < $1.key }.compactMap { name, value in
      value.map { "\(name): \($0)\r\n" }
    }
    return "\(method) \(path) HTTP/1.1\r\n\(lines.joined())\r\n\(body)"
  }
}

/// The answer to a request.
struct Reply: Sendable, Equatable {
  let status: Int
  /// The header fields, with names in lower case.
  let fields: [String: String]
  let body: String

  subscript(name: String) -> String? { fields[name] }
}
