import Foundation
import Journeys

/// The recorded output of the toolkits on their journeys.
enum Recording {
  /// Whether the tests write the files again: `TALLY_RECORD=1 swift test --filter JourneyTests`.
  static let isRenewed = ProcessInfo.processInfo.environment["TALLY_RECORD"] == "1"

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Recorded")

  /// The names of all recordings, such as `line/counting.txt`.
  static func names() throws -> Set<String> {
    let toolkits = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try Set(
      toolkits.flatMap { toolkit in
        try FileManager.default.contentsOfDirectory(
          atPath: folder.appending(path: toolkit).path
        ).map { "\(toolkit)/\($0)" }
      })
  }

  static func name(of journey: Journey, with toolkit: Toolkit) -> String {
    "\(toolkit)/\(journey.name).txt"
  }

  /// The recorded text; empty without a recording.
  static func text(_ name: String) throws -> String {
    let file = folder.appending(path: name)
    guard FileManager.default.fileExists(atPath: file.path) else { return "" }
    return try String(contentsOf: file, encoding: .utf8)
  }

  static func renew(_ name: String, with text: String) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// The first line in which two texts differ, or `nil`.
  static func difference(of text: String, from recorded: String) -> String? {
    let lines = [recorded, text].map {
      $0.split(separator: "\n", omittingEmptySubsequences: false)
    }
    for number in 0..<max(lines[0].count, lines[1].count) {
      let pair = lines.map { number < $0.count ? $0[number] : "(the end)" }
      if pair[0] != pair[1] { return "line \(number + 1): \(pair[1]), recorded: \(pair[0])" }
    }
    return nil
  }
}

extension Moment {
  /// The output, after a line with its step.
  var recording: String {
    "=== \(step)\n\(shown)\(shown.isEmpty || shown.hasSuffix("\n") ? "" : "\n")"
  }
}
