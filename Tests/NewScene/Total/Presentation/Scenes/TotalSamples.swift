import Domain

extension TotalScene: SampledScene {
  package static let name = "total"

  package static func samples() throws(Refusal) -> KeyValuePairs<String, State> {
    let state = State(username: try Username("ada"), total: 42)
    return ["added-up": state, "too-much": state.refused(.outOfRange)]
  }
}
