import Foundation
import Programs
import Testing

/// A call by which a program changed, or was about to change, a file of its home.
struct FileCall: Sendable {
  /// Those that change files.
  static let writing = [
    "pwrite64", "write", "fdatasync", "fsync", "ftruncate", "unlink", "rename", "openat", "mkdir",
  ]

  let name: String
  /// How manieth of its name it was in its thread, from 1.
  let ordinal: Int
  /// Whether another thread came to a call of this name and ordinal first.
  let isShadowed: Bool
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
    var counts: [String: [Substring: Int]] = [:]
    return log.split(separator: "\n").compactMap { line in
      guard let match = line.prefixMatch(of: /(\d+) +([a-z0-9]+)\(/) else { return nil }
      let (thread, name) = (match.1, String(match.2))
      let ordinal = counts[name, default: [:]][thread, default: 0] + 1
      let isShadowed = counts[name, default: [:]].values.contains { $0 >= ordinal }
      counts[name, default: [:]][thread] = ordinal
      guard let start = line.firstRange(of: home)?.lowerBound,
        name != "openat" || line.contains("O_CREAT") || line.contains("O_WRONLY")
      else { return nil }
      return FileCall(
        name: name, ordinal: ordinal, isShadowed: isShadowed,
        path: line[start...].prefix { $0 != "\"" && $0 != ">" })
    }
  }
}

extension TallyProgram {
  /// Runs the program, and follows the calls by which it changes its home; `injection` is put into them.
  func follow(
    _ arguments: [String], input: String = "", injecting injection: Injection? = nil,
    weakness: [String: String] = [:]
  ) async throws -> (run: Run, calls: [FileCall]) {
    let log = "\(home)/strace.log"
    let injected = injection.map { ["-e", "inject=\($0)"] } ?? []
    let run = try await Self.run(
      Tool.strace.path,
      ["-f", "-y", "-qq", "-o", log, "-e", "trace=\(FileCall.writing.joined(separator: ","))"]
        + injected + ["--", Self.path] + arguments,
      input: Array(input.utf8), environment: environment.merging(weakness) { $1 })
    let text = try String(contentsOfFile: log, encoding: .utf8)
    return (run, FileCall.all(inLog: text, below: home))
  }
}
