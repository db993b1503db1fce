import Domain
import Presentation

extension Refusal {
  /// What went wrong and what to do next on the full screen, where a key does it.
  var screenSentence: String {
    switch self {
    case .noCounterOpen:
      "\(fact). Open one with Enter, or make one with \(HomeScene.Choice.new.key)"
    default: sentence
    }
  }
}
