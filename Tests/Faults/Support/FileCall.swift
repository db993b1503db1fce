import Foundation
import Programs
import Testing

/// A system call of a program that changes a file in its home.
struct FileCall: Sendable {
  /// The names of such calls.
  static let writing = [
    "pwrite64", "write", "fdatasync", "fsync", "ftruncate", "unlink", "rename", "openat", "mkdir",
    "rmdir", "unlinkat", "renameat", "mkdirat",
  ]

  let name: String
  /// The file's path.
  let path: Substring

  /// The path, with `*` for a random part.
  var pattern: String {
    String(path).replacing(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, with: "*")
  }

  /// Whether another call's path matches this one's pattern.
  func resembles(_ other: FileCall) -> Bool {
    fnmatch(pattern, String(other.path), 0) == 0
  }

  /// The calls in a log of `strace -f -y` for files in `home`, in order.
  static func all(inLog log: String, below home: String) -> [FileCall] {
    log.split(separator: "\n").compactMap { line in
      guard let match = line.prefixMatch(of: /\d+ +([a-z0-9]+)\(/) else { return nil }
      let name = String(match.1)
      guard let start = line.firstRange(of: home)?.lowerBound,
        name != "openat" || line.contains("O_CREAT") || line.contains("O_WRONLY")
      else { return nil }
      let path = line[start...].prefix { $0 != "\"" && $0 != ">" }
      // A name in an open folder.
      guard let entry = line.firstMatch(of: /at\(\d+<([^>]*)>, "([^"\/]*)"/) else {
        return FileCall(name: name, path: path)
      }
      return FileCall(name: name, path: "\(entry.1)/\(entry.2)")
    }
  }
}

extension TallyProgram {
  /// Runs the program and returns the calls that change its home.
  func follow(
    _ arguments: [String], input: String = "", weakness: [String] = []
  ) async throws -> (run: Run, calls: [FileCall]) {
    let log = "\(home)/strace.log"
    let weakened = weakness.isEmpty ? [:] : try await Weakness.environment(weakness)
    let run = try await Self.run(
      Tool.strace.path,
      ["-f", "-y", "-qq", "-o", log, "-e", "trace=\(FileCall.writing.joined(separator: ","))"]
        + ["--", Self.path] + arguments,
      input: Array(input.utf8), environment: environment.merging(weakened) { $1 })
    let text = try String(contentsOfFile: log, encoding: .utf8)
    return (run, FileCall.all(inLog: text, below: home))
  }
}
