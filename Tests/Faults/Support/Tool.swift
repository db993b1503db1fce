import Foundation
import Programs
import Testing

/// A program that some faults are made with, and that a system may lack or forbid.
struct Tool: Sendable {
  let path: String
  /// Why tests that need it are skipped; nothing where it works.
  let fault: String?

  /// Follows the system calls of a program, and lets them fail.
  static let strace = Tool("/usr/bin/strace", trying: ["-o", "/dev/null", "/bin/true"])
  /// Gives a program file systems of its own.
  static let unshare = Tool("/usr/bin/unshare", trying: ["-Urm", "/bin/true"])
  /// Compiles the library that takes the place of some system calls.
  static let compiler = Tool("/usr/bin/cc", trying: ["--version"])

  private init(_ path: String, trying arguments: [String]) {
    self.path = path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      fault = "\(path) is missing"
      return
    }
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
  /// Skips a test where a tool does not work, and says so in the table under the test's name there.
  static func needs(_ tools: Tool..., for test: String) -> Self {
    .enabled(
      "\(tools.compactMap(\.fault).joined(separator: ", "))",
      sourceLocation: #_sourceLocation
    ) {
      guard let fault = tools.compactMap(\.fault).first else { return true }
      Figures.note(test, asked: "-", reached: "skipped: \(fault)")
      return false
    }
  }
}
