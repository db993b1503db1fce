import Foundation
import Programs
import Testing

/// A call by which a program changed, or was about to change, a file of its home.
struct FileCall: Sendable {
  /// Those that change files.
  static let writing = [
    "pwrite64", "write", "fdatasync", "fsync", "ftruncate", "unlink", "rename", "openat", "mkdir",
    "rmdir", "unlinkat", "renameat", "mkdirat",
  ]

  let name: String
  /// The file.
  let path: Substring

  /// The path, with `*` for a part that is made up each time.
  var pattern: String {
    String(path).replacing(/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/, with: "*")
  }

  /// Whether another call's path fits this one's pattern.
  func resembles(_ other: FileCall) -> Bool {
    fnmatch(pattern, String(other.path), 0) == 0
  }

  /// Those of a log by `strace -f -y` of `writing` that concern files below `home`, in order.
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
  /// Runs the program, and follows the calls by which it changes its home.
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
