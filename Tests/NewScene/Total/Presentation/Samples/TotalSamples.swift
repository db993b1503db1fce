import Domain
import Presentation

extension TotalScene: SampledScene {
  package static let name = "total"

  package static func samples() throws(Refusal) -> KeyValuePairs<String, State> {
    var state = State(username: try Username("ada"))
    state.total = 42
    return ["added-up": state, "too-much": state.refused(.outOfRange)]
  }
}
