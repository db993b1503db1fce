import Presentation

/// What an example on a page asks of SwiftUI, under SwiftUI's names, where there is none.
@MainActor
enum SwiftUIStandIn {
  @MainActor protocol View {
    associatedtype Body
    var body: Body { get }
  }

  @resultBuilder
  enum ViewBuilder {
    static func buildExpression(_ view: some View) -> [any View] { [view] }
    static func buildOptional(_ views: [any View]?) -> [any View] { views ?? [] }
    static func buildBlock(_ views: [any View]...) -> [any View] { views.flatMap { $0 } }
  }

  struct Form: View {
    let views: [any View]
    var body: Void { () }

    init(@ViewBuilder _ content: () -> [any View]) { views = content() }
  }

  struct Text: View {
    let text: String
    var body: Void { () }

    init(_ text: String) { self.text = text }
  }

  struct Binding {
    let get: @MainActor () -> String
    let set: @MainActor (String) -> Void
  }

  struct TextField: View {
    let title: String
    let text: Binding
    var body: Void { () }

    init(_ title: String, text: Binding) { (self.title, self.text) = (title, text) }
  }

  struct Button: View {
    let title: String
    let action: @MainActor () -> Void
    var body: Void { () }

    init(_ title: String, action: @escaping @MainActor () -> Void) {
      (self.title, self.action) = (title, action)
    }
  }

  struct LoginScreen: View {
    let viewModel: SceneViewModel<LoginScene>

    var body: some View {
      Form {
        if let alert = viewModel.state.alert { Text(alert.sentence) }
        TextField(
          viewModel.state.username.label,
          text: Binding(
            get: { viewModel.state.username.text },
            set: { viewModel.send(.usernameChanged($0)) }))
        Button("Log in") { viewModel.send(.logInPressed) }
      }
    }
  }
}
