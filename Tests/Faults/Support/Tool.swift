import Foundation
import Testing

/// A program that some faults are made with, and that a system may lack or forbid.
struct Tool: Sendable {
  let path: String
  /// Why tests that need it are skipped; nothing where it works.
  let fault: String?

  /// Follows the system calls of a program, and lets them fail.
  static let strace = Tool("strace", trying: ["-o", "/dev/null", "true"])
  /// Gives a program file systems of its own.
  static let unshare = Tool("unshare", trying: ["-Urm", "mount", "-t", "tmpfs", "none", "/mnt"])
  /// Compiles the library that takes the place of some system calls.
  static let compiler = Tool("cc", "clang", trying: ["--version"])

  private init(_ names: String..., trying arguments: [String]) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(
      separator: ":")
    let paths = names.flatMap { name in folders.map { "\($0)/\(name)" } }
    guard let path = paths.first(where: FileManager.default.isExecutableFile(atPath:)) else {
      path = names[0]
      fault = "\(names[0]) is missing"
      return
    }
    self.path = path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
      process.waitUntilExit()
      let status = process.terminationStatus
      fault = status == 0 ? nil : "\(path) does not work here (exit status \(status))"
    } catch {
      fault = "\(path) cannot be started: \(error)"
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test where a tool does not work, and says so in the table too.
  static func needs(_ tools: Tool..., for row: String) -> Self {
    .enabled("\(tools.compactMap(\.fault).joined(separator: ", "))") {
      guard let fault = tools.compactMap(\.fault).first else { return true }
      Figures.note(row, asked: "-", reached: "skipped: \(fault)")
      return false
    }
  }
}
