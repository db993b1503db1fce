import Foundation

/// A folder in memory for PostgreSQL servers. The servers end, and the folder is removed, when this
/// object is freed or the process ends, however that ends.
public final class PostgreSQLFolder: Sendable {
  /// Settings of every server: a killed one would leave its memory in /dev/shm otherwise.
  public static let settings = "-c dynamic_shared_memory_type=mmap"

  public let path: String
  private let release: Int32

  public init() async throws {
    let (held, release) = try makePipe()
    let (reader, writer) = try makePipe()
    self.release = release
    path = try await blocking {
      // The script waits for the end of its input, which is the end of this object or process. It
      // wakes stopped servers, because they could not end. Ctrl-C ends the tests, and not the script.
      let command = """
        set -e
        trap '' HUP INT TERM
        folder=$(mktemp -d -p /dev/shm tally-XXXXXXXXXX 2>/dev/null || mktemp -d)
        if [ "$(id -u)" = 0 ]; then chown postgres "$folder"; fi
        echo "$folder"
        exec >/dev/null
        cat
        for file in "$folder"/*/postmaster.pid; do
          if read -r server <"$file"; then
            kill -QUIT "$server" && kill -CONT "$server" || continue
            for try in $(seq 300); do kill -0 "$server" && sleep 0.1 || break; done
          fi
        done 2>/dev/null
        rm -rf "$folder"
        """
      _ = try ChildProcess(
        "/bin/sh", ["-c", command], environment: ["PATH": "/usr/bin:/bin"],
        input: held, output: writer, errors: STDERR_FILENO)
      close(held)
      close(writer)
      defer { close(reader) }
      var line: [UInt8] = []
      var byte: UInt8 = 0
      while read(reader, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
      guard !line.isEmpty else { throw SystemError("the folder for PostgreSQL", code: EIO) }
      return String(decoding: line, as: UTF8.self)
    }
  }

  deinit { close(release) }

  /// Runs a shell script with PostgreSQL's programs as the servers' user, in this folder.
  ///
  /// - Returns: its output. A server that it starts must have an output of its own.
  @discardableResult
  public func run(_ script: String, input: String = "") async throws -> String {
    let isRoot = getuid() == 0
    let user =
      isRoot
      ? ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
      : ["/usr/bin/env"]
    let run = try await TallyProgram.run(
      user[0], user.dropFirst() + ["/bin/sh", "-euc", "cd \(path)\n\(script)"],
      input: Array(input.utf8),
      environment: ["PATH": "\(PostgreSQLServer.programs ?? ""):/usr/bin:/bin"])
    guard run.status == 0 else { throw Failure(script: script, run: run) }
    return run.output
  }

  private struct Failure: Error {
    let script: String
    let run: TallyProgram.Run
  }
}
