import Foundation
import Programs
import Testing

/// A program that some faults need, and that may be missing or forbidden.
struct Tool: Sendable {
  let path: String
  let name: String
  private let attempt: Task<String?, Never>

  /// Traces the system calls of a program, and makes them fail.
  static let strace = Tool("strace", trying: ["-o", "/dev/null", "true"])
  /// Gives a program its own mounts.
  static let unshare = Tool("unshare", trying: ["-Urm", "mount", "-t", "tmpfs", "none", "/mnt"])
  /// Gives PostgreSQL's server mounts too: it refuses to run as root, which may mount.
  static let serverNamespace = Tool("unshare", trying: ["-Urm"] + asServer + ["true"])
  /// Runs a program in a namespace of `unshare` as somebody else than root.
  static let asServer = ["unshare", "-U", "--map-user=postgres", "--map-group=postgres"]
  /// Compiles the library that replaces some system calls.
  static let compiler = Tool("cc", "clang", trying: ["--version"])

  /// Makes certificates.
  static let openssl = Tool("openssl", trying: ["version"])

  private init(_ names: String..., trying arguments: [String]) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(
      separator: ":")
    let paths = names.flatMap { name in folders.map { "\($0)/\(name)" } }
    let found = paths.first(where: FileManager.default.isExecutableFile(atPath:))
    path = found ?? names[0]
    name = names[0]
    attempt = Task {
      guard let found else { return "\(names[0]) is missing" }
      do {
        let run = try await TallyProgram.run(
          found, arguments, input: [], environment: ["PATH": "/usr/bin:/bin"])
        return run.status == 0 ? nil : "\(found) does not work here (exit status \(run.status))"
      } catch {
        return "\(found) cannot be started: \(error)"
      }
    }
  }

  /// Why tests that need it are skipped, or `nil` if it works.
  var fault: String? {
    get async { await attempt.value }
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test if a tool does not work, and notes it in the table.
  static func needs(_ tools: Tool..., for row: String) -> Self {
    .enabled("\(tools.map(\.name).joined(separator: " or ")) does not work here") {
      for tool in tools {
        guard let fault = await tool.fault else { continue }
        Figures.note(row, asked: "-", reached: "skipped: \(fault)")
        return false
      }
      return true
    }
  }
}
