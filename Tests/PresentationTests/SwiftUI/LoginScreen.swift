import Presentation

#if canImport(SwiftUI)
  import SwiftUI
#endif

struct LoginScreen: View {
  let viewModel: SceneViewModel<LoginScene>

  var body: some View {
    Form {
      if let alert = viewModel.state.alert { Text(alert.fact) }
      TextField(
        viewModel.state.username.label,
        text: Binding(
          get: { viewModel.state.username.text },
          set: { viewModel.send(.usernameChanged($0)) }))
      Button("Log in") { viewModel.send(.logInPressed) }
    }
  }
}
