import Foundation
import Programs
import Testing

/// A recorded sequence of commands: its calls, and what was acknowledged.
struct Recording: Sendable {
  /// The content of the store at one moment, as lines.
  typealias State = [String]

  /// A command and the store's expected states: one for each line that it prints, or one if it
  /// prints nothing.
  struct Step: Sendable {
    let arguments: [String]
    var input = ""
    var environment: [String: String] = [:]
    let states: [State]
  }

  /// The disk before the first call.
  let disk: Disk
  let calls: [RecordedCall]
  /// The possible states of the store, beginning before the first command.
  let states: [State]
  /// For each call, the index of the last state acknowledged by then.
  let acknowledged: [Int]

  /// Runs the commands. With `deaf`, syncing does nothing, as with `synchronous = OFF`.
  static func record(
    _ steps: [Step], of tally: TallyProgram, from before: State, deaf: Bool = false
  ) async throws -> Recording {
    let disk = try Disk(folder: tally.home, part: part)
    var (calls, states): ([RecordedCall], [State]) = ([], [before])
    var acknowledged: [Int] = []
    for step in steps {
      let base = states.count - 1
      states += step.states
      var told = base
      for call in try await trace(of: step, in: tally, deaf: deaf) {
        switch call {
        case .show(let lines): told += lines
        case .exit(status: 0):
          if told == base { told += step.states.count }
        default: break
        }
        calls.append(call)
        acknowledged.append(told)
      }
      try #require(
        told == states.count - 1, "\(step.arguments) told of \(told - base) changes")
    }
    return Recording(disk: disk, calls: calls, states: states, acknowledged: acknowledged)
  }

  private static func trace(of step: Step, in tally: TallyProgram, deaf: Bool) async throws
    -> [RecordedCall]
  {
    let log = "\(tally.home)/trace"
    let deafness = ["-e", "inject=fsync,fdatasync:retval=0"]
    _ = try await TallyProgram.run(
      Tool.strace.path,
      [
        "-f", "-y", "-qq", "-xx", "-s", "1000000", "-o", log,
        "-e", "trace=\(Trace.names.joined(separator: ","))",
      ] + (deaf ? deafness : []) + ["--", TallyProgram.path] + step.arguments,
      input: Array(step.input.utf8), environment: tally.environment.merging(step.environment) { $1 }
    )
    return try Trace(of: tally.home, part: part).calls(
      in: Data(contentsOf: URL(fileURLWithPath: log)))
  }

  /// The folder with the data that must not be lost.
  private static let part = "data"
}

extension String {
  /// Whether the path is the folder or in it.
  func isIn(_ folder: String) -> Bool { self == folder || hasPrefix(folder + "/") }
}

extension Disk {
  /// A part of a folder as it is now.
  fileprivate init(folder: String, part: String) throws {
    var (files, folders): (Image, [String]) = ([:], [])
    for name in FileManager.default.enumerator(atPath: folder)?.allObjects ?? [] {
      guard let name = name as? String, name.isIn(part) else { continue }
      let url = URL(fileURLWithPath: "\(folder)/\(name)")
      if try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true {
        folders.append(name)
      } else {
        files[name] = Array(try Data(contentsOf: url))
      }
    }
    self.init(files, folders: folders)
  }
}
