import Doubles
import Foundation
import Programs
import Testing

/// The part of a package description that these tests use.
private struct PackageDescription: Decodable {
  struct Target: Decodable {
    let name: String
    let type: String
    let path: String?
    let dependencies: [Dependency]
    let packageAccess: Bool
  }

  struct Product: Decodable {
    let name: String
  }

  /// A dependency as `dump-package` writes it: `{"byName": ["Domain", null]}`.
  struct Dependency: Decodable {
    let name: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let parts = try container.decode([String: [Parts]].self)
      guard case .name(let name) = parts.values.first?.first else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no name")
      }
      self.name = name
    }
  }

  /// The first part is the name; the others (a package, conditions) are ignored.
  enum Parts: Decodable {
    case name(String)
    case other

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do {
        self = .name(try container.decode(String.self))
      } catch {
        self = .other
      }
    }
  }

  let targets: [Target]
  let products: [Product]

  /// Describes the package in a folder of this repository.
  static func of(_ folder: String) async throws -> PackageDescription {
    // Its own scratch folder, because the running tests lock theirs.
    let scratch = try TemporaryFolder()
    let run = try await TallyProgram.run(
      "/usr/bin/env",
      [
        "swift", "package", "--package-path", Repository.root.appending(path: folder).path,
        "--scratch-path", scratch.path, "dump-package",
      ], input: [], environment: ProcessInfo.processInfo.environment)
    try #require(run.status == 0, "\(run.errors)")
    return try JSONDecoder().decode(PackageDescription.self, from: Data(run.output.utf8))
  }
}

@Suite(.limited) struct PackageGraphTests {
  @Test func `the example of a toolkit uses only what a package outside could use`() async throws {
    let package = try await PackageDescription.of(".")
    let example = package.targets.filter { $0.path?.hasPrefix("Tests/Example") ?? false }
    #expect(example.map(\.packageAccess) == [false, false])
    let products = Set(package.products.map(\.name))
    let names = Set(example.flatMap(\.dependencies).map(\.name))
    #expect(names.subtracting(["Example"]).isSubset(of: products))
    let outside = try await PackageDescription.of("Tests/Example/Outside")
    let used = Set(outside.targets.flatMap(\.dependencies).map(\.name))
    #expect(used.subtracting(["Window"]) == names.subtracting(["Example"]).union(["Journeys"]))
  }

  @Test func `the targets have exactly the allowed dependencies`() async throws {
    let targets = try await PackageDescription.of(".").targets.filter { target in
      Repository.rooms.contains { target.path?.split(separator: "/").first == $0[...] }
    }
    let graph = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
    #expect(
      graph.mapValues { Set($0.dependencies.map(\.name)) } == [
        "Domain": [],
        "Platform": [],
        "CMainQueue": [],
        "Data": ["Domain", "Platform", "CSodium", "CSQLite", "CUnicode"],
        "Presentation": ["Domain"],
        "Samples": ["Domain", "Presentation"],
        "Terminal": ["Domain", "Presentation", "Platform", "CTerminal"],
        "ScreenToolkit": ["Domain", "Presentation", "Platform", "Terminal", "CNcurses"],
        "Composition": ["Domain", "Data", "Presentation", "Platform", "Terminal", "CMainQueue"],
        "Commands": [
          "Domain", "Presentation", "Platform", "Terminal", "Composition", "ArgumentParser",
        ],
        "LineToolkit": [
          "Domain", "Presentation", "Platform", "Terminal", "Commands", "CLineEditor",
        ],
        "tally": [
          "Domain", "Presentation", "Platform", "Terminal", "Composition", "Commands",
          "LineToolkit", "ScreenToolkit",
        ],
        "PageToolkit": ["Domain", "Presentation"],
        "preview": [
          "Domain", "Presentation", "Samples", "Terminal", "LineToolkit", "ScreenToolkit",
          "PageToolkit", "ArgumentParser",
        ],
        "NewScene": [], "CSodium": [], "CSQLite": [], "CUnicode": [], "CLineEditor": [],
        "CTerminal": [],
        "CNcurses": [],
      ])
    #expect(
      graph.filter { $0.value.type != "system" }.mapValues(\.path) == [
        "Domain": "Domain", "Platform": "Data/Platform", "Data": "Data",
        "Presentation": "Presentation", "Samples": "Presentation/Samples",
        "Terminal": "App/Terminal", "ScreenToolkit": "App/Screen",
        "Composition": "App/Composition", "Commands": "App/Commands", "LineToolkit": "App/Line",
        "PageToolkit": "App/Page",
        "tally": "App/Tally", "preview": "App/Preview", "NewScene": "App/Plugins/NewScene",
      ])
  }
  @Test func `the server's targets have exactly the allowed dependencies`() async throws {
    let targets = try await PackageDescription.of("App/Server").targets.filter { $0.type != "test" }
    let graph = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0.dependencies) })
    #expect(
      graph.mapValues { Set($0.map(\.name)) } == [
        "Server": [
          "Domain", "Presentation", "Terminal", "Composition", "Commands", "PageToolkit",
          "ArgumentParser", "HummingbirdCore", "HTTPTypes", "Logging", "NIOCore", "NIOHTTP1",
          "NIOHTTPTypes", "NIOPosix", "NIOSSL", "ServiceLifecycle", "UnixSignals", "X509", "Crypto",
          "SwiftASN1",
        ],
        "tally-serve": ["Server"],
      ])
  }

  @Test(arguments: [".", "App/Server"])
  func `a target imports only targets that it names`(package: String) async throws {
    let own = try await Set(PackageDescription.of(".").targets.map(\.name))
    let targets = try await PackageDescription.of(package).targets.filter {
      ["library", "regular", "executable"].contains($0.type)
    }
    let start = package == "." ? "" : "\(package)/"
    let folders = Dictionary(
      uniqueKeysWithValues: targets.map { target in
        (start + (target.path ?? "Sources/\(target.name)"), Set(target.dependencies.map(\.name)))
      })
    #expect(!folders.isEmpty)
    let violations = try folders.flatMap { folder, allowed in
      try Repository.swiftFiles(in: folder).filter { file in
        // A target may be in the folder of another one.
        folders.keys.filter { file.path.hasPrefix("\($0)/") }.max { $0.count < $1.count } == folder
      }.flatMap { file in
        ImportStatement.all(in: file.text).map(\.module)
          .filter { own.contains($0) && !allowed.contains($0) }
          .map { "\(file.path) imports \($0)" }
      }
    }
    #expect(violations == [])
  }

  @Test func `the program needs one package`() throws {
    let resolved = Repository.root.appending(path: "Package.resolved")
    let pins = try JSONDecoder().decode(Pins.self, from: Data(contentsOf: resolved))
    #expect(pins.pins.map(\.identity) == ["swift-argument-parser"])
  }
}

/// The packages that a build fetches.
private struct Pins: Decodable {
  struct Pin: Decodable {
    let identity: String
  }

  let pins: [Pin]
}
