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

  // SwiftUI is not available on Linux, so this is only parsed.
  @Test func `the SwiftUI view parses`() async throws {
    let folder = try TemporaryFolder()
    try Document.block(marked: "swiftui").text
      .write(toFile: folder.file("LoginScreen.swift"), atomically: true, encoding: .utf8)
    let run = try await TallyProgram.run(
      "/usr/bin/env", ["swiftc", "-parse", folder.file("LoginScreen.swift")], input: [],
      environment: ProcessInfo.processInfo.environment)
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func `a scene's cycle is drawn the same on every page`() throws {
    let drawings = try Document.all().flatMap { $0.blocks(marked: "cycle") }.map(\.text)
    #expect(Set(drawings).count == 1)
  }

  @Test func `the drawn layers are those of the repository`() throws {
    let drawing = try Document.block(marked: "rooms").text
    let rooms = drawing.matches(of: /\b(?:Domain|Data|Presentation|App)\b/).map { $0.output }
    #expect(Set(rooms) == ["App", "Presentation", "Data", "Domain"])
  }
}
