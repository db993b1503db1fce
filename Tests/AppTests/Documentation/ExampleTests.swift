import Domain
import Doubles
import Foundation
import Presentation
import Testing

/// The code and drawings on the pages.
@MainActor
@Suite(.limited) struct ExampleTests {
  private let world = TestWorld()

  /// Whether the lines occur in a source that is built with the tests, in this order.
  private func isBuilt(_ block: CodeBlock, in file: String) throws -> Bool {
    func trimmed(_ text: String) -> String {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) + "\n" }.joined()
    }
    let source = try Document("Tests/AppTests/Documentation/\(file)").text
    return trimmed(source).contains("\n" + trimmed(block.text))
  }

  @Test func `the use case example compiles and works`() async throws {
    let useCases = world.useCases
    let session = try await world.signedUp()
    let counter = try await useCases.createCounter(named: "coffee", in: session)
    #expect(counter.name.text == "coffee")
    let block = try Document.block(marked: "use-case")
    #expect(try isBuilt(block, in: "ExampleTests.swift"))
  }

  @Test func `the drawn cycle of a scene has the types of every scene`() throws {
    let labels = try Document.block(marked: "cycle").text.matches(of: /-([A-Z]\w+)-/).map(\.1)
    let types = try Document("Presentation/Base/SceneDefinition.swift").text
      .matches(of: /associatedtype (\w+)/).map(\.1)
    // How a scene is left is not part of its cycle.
    #expect(Set(labels) == Set(types).subtracting(["Exit"]))
  }

  @Test func `the drawn parts are the targets of both packages`() throws {
    let drawing = try Document.block(marked: "rooms").text
    let drawn = Set(drawing.matches(of: /\b[A-Z]\w+\b/).map { String($0.output) })
    let targets = try ["Package.swift", "App/Server/Package.swift"].flatMap { file in
      try Document(file).text.matches(of: /\.target\(\s*name: "(\w+)"/).map { String($0.1) }
    }
    #expect(
      drawn.subtracting(["App", "SQLite", "Argon2id"])
        == Set(targets).subtracting([
          "Platform", "Samples", "Doubles", "Example", "Journeys", "Programs",
        ]))
  }
}
