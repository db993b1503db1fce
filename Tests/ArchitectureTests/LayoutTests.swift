import Testing

@Suite(.limited) struct LayoutTests {
  /// This file contains the forbidden words itself.
  private static let path = "Tests/ArchitectureTests/LayoutTests.swift"

  @Test func `the top level contains only the package, its layers and the usual files`()
    throws
  {
    let names = try Repository.topLevel()
    #expect(
      names == [
        "Package.swift", "Package.resolved", "Domain", "Data", "Presentation", "App", "Tests",
        "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE",
      ])
  }

  @Test func `every scene has samples`() throws {
    let paths = try Repository.swiftFiles(in: "Presentation").map(\.path)
    let scenes = paths.filter {
      $0.hasPrefix("Presentation/Scenes/") && $0.hasSuffix("Scene.swift")
    }
    let missing = Set(
      scenes.map {
        $0.replacing("/Scenes/", with: "/Samples/").replacing("Scene.swift", with: "Samples.swift")
      }
    )
    .subtracting(paths)
    #expect(!scenes.isEmpty)
    #expect(missing == [])
  }

  @Test(arguments: Repository.rooms + ["Tests"])
  func `no source turns off a compiler check`(folder: String) throws {
    // `swift format lint` finds `try!` and `as!`.
    let fragments = ["@unchecked", "(unsafe)", "assumeIsolated", "fatalError("]
    let found = try Repository.swiftFiles(in: folder).filter { $0.path != Self.path }
      .flatMap { file in
        let code = file.code
        return fragments.filter(code.contains).map { "\(file.path) has \($0)" }
      }
    #expect(found == [])
  }

  @Test func `every test has a time limit`() throws {
    // A suite in another one has that one's limit.
    let limited = ["\n@Suite(.limited", "\n@Suite(\n  .limited", "\nextension FaultTests {"]
    let unlimited = try Repository.tests.flatMap(Repository.swiftFiles).flatMap { file in
      // A declaration ends with a brace at the left margin.
      file.code.split(separator: "\n}").filter { declaration in
        ["\n@Suite", "  @Test"].contains(where: declaration.contains)
          && !limited.contains(where: declaration.contains)
      }.map { _ in file.path }
    }
    #expect(unlimited == [])
  }
}
