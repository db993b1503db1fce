import Foundation

/// The places of a scene in the files that know all scenes: the route and the coordinator.
struct Places {
  static let route = "Presentation/Flow/Scene.swift"
  static let coordinator = "Presentation/Flow/Flow+Routes.swift"

  /// A line or several that are put before the first `end` behind `beginning`.
  private struct Place {
    let beginning: String
    let end: String
    let text: String
  }

  private static let inRoute = [
    Place(
      beginning: "public enum Scene {", end: "\n\n",
      text: "  /// Where `{Name}Scene` is shown.\n  case {name}(SceneViewModel<{Name}Scene>)"),
    Place(
      beginning: "func shown<", end: "\n    }",
      text: "    case .{name}(let viewModel): views.view(of: viewModel)"),
    Place(beginning: "static let kinds", end: "\n  ]", text: "    {Name}Scene.self,"),
    Place(
      beginning: "public protocol SceneViews {", end: "\n}",
      text:
        "  /// The view of `{Name}Scene`.\n  func view(of viewModel: SceneViewModel<{Name}Scene>) -> Shown"
    ),
    Place(
      beginning: "public enum Destination", end: "\n\n",
      text: "  /// To `{Name}Scene`.\n  case {name} = \"{key}\""),
    Place(
      beginning: "public var hint: KeyHint", end: "\n    }",
      text: "    case .{name}: hint(\"{word}\", \"go to {Name}\", isRare: true)"),
    Place(
      beginning: "public var deeds: [KeyHint]", end: "\n    }",
      text: "    case .{name}: {Name}Shortcut.hints"),
  ]

  private static let inCoordinator = [
    Place(
      beginning: "switch destination {", end: "\n    }",
      text: "    case .{name}: await show{Name}(in: session)"),
    Place(
      beginning: "func go(to destination: Destination)", end: "\n\n",
      text: """

          private func show{Name}(in session: Session) async {
            let {name} = {Name}Configurator.viewModel(
              session: session, useCases: useCases, routing: self)
            await {name}.perform(.refreshPressed)
            show(.{name}({name}), in: session)
          }
        """),
  ]

  private let contents: [(file: URL, text: String)]

  /// - Throws: `Complaint` where a place is not found.
  init(of name: SceneName, in package: URL) throws {
    let files = [(Self.route, Self.inRoute), (Self.coordinator, Self.inCoordinator)]
    contents = try files.map { path, places in
      let file = package.appending(path: path)
      var text = try String(contentsOf: file, encoding: .utf8)
      for place in places {
        guard let beginning = text.range(of: place.beginning),
          let end = text.range(of: place.end, range: beginning.upperBound..<text.endIndex)
        else {
          throw Complaint("\(path) has no place for the scene behind: \(place.beginning)")
        }
        text.insert(contentsOf: "\n" + name.filledIn(place.text), at: end.lowerBound)
      }
      return (file, text)
    }
  }

  func write() throws -> [URL] {
    for (file, text) in contents { try text.write(to: file, atomically: true, encoding: .utf8) }
    return contents.map(\.file)
  }
}
