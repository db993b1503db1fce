import Programs
import Synchronization
import Testing

/// Collects what the fault tests were asked for and what they reached, for the final table.
enum Figures {
  private struct Row {
    let test: String
    let asked: String
    let reached: String
  }

  private static let rows = Mutex<[Row]>([])

  /// Records a result before it is judged, so that the table includes failures.
  static func note(_ test: String, asked: String, reached: String) {
    rows.withLock { $0.append(Row(test: test, asked: asked, reached: reached)) }
  }

  /// Prints the table.
  static func print() {
    let rows = rows.withLock { $0 }
    guard !rows.isEmpty else { return }
    let scale = Scale.isFull ? "all of each figure" : "1/\(Scale.divisor) of each figure"
    let head = Row(test: "test (\(scale))", asked: "figure asked", reached: "figure reached")
    let rule = Row(test: "---", asked: "---", reached: "---")
    let lines = ([head, rule] + rows).map { "| \($0.test) | \($0.asked) | \($0.reached) |" }
    Swift.print(lines.joined(separator: "\n"))
  }
}

/// Prints the figures at the end of a suite, while no other heavy tests run.
struct FigureTable: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    defer { Figures.print() }
    try await Turnstile.crowds.pass(body)
  }
}

extension Trait where Self == FigureTable {
  static var figuresPrinted: Self { Self() }
}
