import App
import ArgumentParser
import Foundation
import Presentation

/// A view toolkit, as it is named on the command line.
enum PreviewToolkit: String, CaseIterable, ExpressibleByArgument {
  case line, screen

  /// Shows a scene as it stands.
  ///
  /// - Returns: whether the person wants to see more.
  @MainActor
  func show(_ scene: ActiveScene) async throws -> Bool {
    let environment = Environment.process
    switch self {
    case .line:
      try await LinePreview(of: scene, environment: environment).show()
      return true
    case .screen:
      return try await ScreenPreview(of: scene, environment: environment).show()
    }
  }
}
