import Domain
import Doubles
import Presentation
import Testing

@MainActor
@Suite(.limited) struct SwiftUITests {
  @Test func `the view on the page reads and changes the state of its scene`() async throws {
    let viewModel = LoginScene.viewModel(useCases: TestWorld().useCases, device: TestWorld.device)
    let screen = LoginScreen(viewModel: viewModel)
    #if !canImport(SwiftUI)
      func parts<Part>(_ type: Part.Type) -> [Part] {
        ((screen.body as? Form)?.content ?? []).compactMap { $0 as? Part }
      }
      let field = try #require(parts(TextField.self).first)
      #expect(field.label == "Username")
      field.text.set("ada")
      parts(Button.self).first?.action()
      await viewModel.settled()
      #expect(field.text.get() == "ada")
      #expect(parts(Text.self).map(\.text) == ["Please provide your username and password"])
    #else
      _ = screen.body
    #endif
  }
}
