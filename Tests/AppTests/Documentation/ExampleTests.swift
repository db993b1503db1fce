import Domain
import Doubles
import Foundation
import Presentation
import Testing

/// The code and the drawings on the pages.
@MainActor
@Suite struct ExampleTests {
  private let world = TestWorld()

  /// Whether the lines stand in a source that is built with the tests, one below the other.
  private func isBuilt(_ block: CodeBlock, in file: String) throws -> Bool {
    func trimmed(_ text: String) -> String {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) + "\n" }.joined()
    }
    let source = try Document("Tests/AppTests/Documentation/\(file)").text
    return trimmed(source).contains("\n" + trimmed(block.text))
  }

  @Test func `a use case is called as it is shown`() async throws {
    let useCases = world.useCases
    let session = try await world.signedUp()
    let counter = try await useCases.createCounter(named: "coffee", in: session)
    #expect(counter.name.text == "coffee")
    let block = try Document("Domain/Domain.docc/Domain.md").block(marked: "use-case")
    #expect(try isBuilt(block, in: "ExampleTests.swift"))
  }

  @Test func `the SwiftUI view reads and acts as it is shown`() async throws {
    let page = try Document("Presentation/Presentation.docc/FromUIKitAndSwiftUI.md")
    #expect(try isBuilt(page.block(marked: "swiftui"), in: "SwiftUIStandIn.swift"))

    let flow = Flow(useCases: world.useCases, days: world.days)
    let viewModel = LoginConfigurator.viewModel(logIn: world.useCases.logIn, routing: flow)
    let screen = SwiftUIStandIn.LoginScreen(viewModel: viewModel)
    func views() throws -> [any SwiftUIStandIn.View] {
      try #require(screen.body as? SwiftUIStandIn.Form).views
    }
    let field = try #require(try views().first as? SwiftUIStandIn.TextField)
    field.text.set("ada")
    await viewModel.perform([])
    #expect(field.text.get() == "ada" && field.title == "Username")
    let button = try #require(try views().last as? SwiftUIStandIn.Button)
    button.action()
    await viewModel.perform([])
    let alert = try #require(try views().first as? SwiftUIStandIn.Text)
    #expect(alert.text == "Please provide your username and password")
    #expect(button.title == "Log in")
  }

  @Test func `a scene's cycle is drawn alike on every page`() throws {
    let drawings = try Document.all().flatMap { $0.blocks(marked: "cycle") }.map(\.text)
    #expect(drawings.count == 2 && Set(drawings).count == 1)
    let parts = ["view", "view model", "interactor", "presenter", "Domain"]
    let values = ["Action", "use case", "State", "Response"]
    #expect((parts + values).allSatisfy { drawings[0].contains($0) })
  }

  @Test func `the rooms are drawn with what is in them`() throws {
    let drawing = try Document.readme().block(marked: "rooms").text
    let rooms = drawing.matches(of: /\b(?:Domain|Data|Presentation|App)\b/).map { $0.output }
    #expect(rooms == ["App", "Presentation", "Data", "Domain"])
    for (name, folder) in [
      ("composition root", "App/Composition"), ("commands", "App/Commands"),
      ("flow", "Presentation/Flow"), ("SQLite", "Data/SQLite"), ("Argon2id", "Data/Security"),
    ] {
      #expect(drawing.contains(name) && !Document.files(in: folder).isEmpty, "\(name)")
    }
  }
}
