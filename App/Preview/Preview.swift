import ArgumentParser
import Domain
import Foundation
import Presentation

/// Shows scenes in sample states, for developers of views.
@main
struct Preview: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Look at a scene in its sample states.",
    discussion: """
      Without a scene, the scenes and their states are listed.

      At a terminal, Ctrl-D shows the next full screen, and Ctrl-C leaves. In a pipe, a full screen is printed as \
      text, in the size given by COLUMNS and LINES.

      Pages are printed as one document, to open in a browser: preview counter --toolkit page > counter.html

      The samples of a scene are in a file like Presentation/Samples/LoginSamples.swift.
      """)

  @Argument(help: "The scene, such as login.")
  var scene: String?

  @Argument(help: "One of its states; all of them by default.")
  var state: String?

  @Option(help: "The view toolkit that shows it.")
  var toolkit = PreviewToolkit.line

  @MainActor
  func run() async throws {
    let samples = try Sample.all()
    guard let scene else { return try list(samples) }
    let chosen = try chosen(from: samples, scene: scene)
    guard try await toolkit.show(chosen) else { throw ExitCode(130) }
  }

  private func chosen(from samples: [Sample], scene: String) throws -> [Sample] {
    let states = samples.filter { $0.sceneName == scene }
    guard !states.isEmpty else {
      throw unknown("scene", scene, among: samples.map(\.sceneName))
    }
    guard let state else { return states }
    let chosen = states.filter { $0.stateName == state }
    guard !chosen.isEmpty else {
      throw unknown("state of \(scene)", state, among: states.map(\.stateName))
    }
    return chosen
  }

  private func unknown(_ kind: String, _ name: String, among names: [String]) -> ValidationError {
    let near = closestMatch(to: name, among: names).map { "Did you mean \($0)?" }
    return ValidationError(
      "There is no \(kind) named \(name). \(near ?? "Type preview alone for the list")")
  }

  private func list(_ samples: [Sample]) throws {
    var last = ""
    for sample in samples {
      if sample.sceneName != last { try write(sample.sceneName) }
      last = sample.sceneName
      try write("  \(sample.stateName)")
    }
  }
}
