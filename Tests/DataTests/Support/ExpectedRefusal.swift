import Domain
import Testing

/// Expects a refusal of this kind, with any cause: `expect(refusal, is: Refusal.environment)`.
func expect(
  _ refusal: Refusal?, is kind: (_ cause: String) -> Refusal,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let beginning = "\(kind(""))".prefix { $0 != "\"" }
  #expect(
    refusal.map { "\($0)".hasPrefix(beginning) } == true, "\(String(describing: refusal))",
    sourceLocation: sourceLocation)
}
