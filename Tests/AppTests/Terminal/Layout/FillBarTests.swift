import Testing

@testable import Terminal

@Suite(.limited) struct FillBarTests {
  private func bar(_ count: Int64, of target: Int64, hasBlocks: Bool = false) -> String {
    let metrics = TextMetrics(columns: 80, hasBlocks: hasBlocks) { _ in 1 }
    let bar = metrics.fillBar(count, of: target, columns: 10)
    return bar.full + bar.empty
  }

  @Test(
    arguments: [
      (0, 10, "----------"), (-5, 10, "----------"), (1, 10, "#---------"), (9, 10, "#########-"),
      (10, 10, "##########"), (11, 10, "##########"), (119, 120, "#########-"),
      (.max, .max, "##########"), (.max - 1, .max, "#########-"), (.min, .max, "----------"),
      (.max, 1, "##########"),
    ] as [(Int64, Int64, String)])
  func `a bar is full only when the target is reached`(count: Int64, target: Int64, text: String) {
    #expect(bar(count, of: target) == text)
  }

  @Test func `with block characters, the rest of the bar is lighter`() {
    #expect(bar(5, of: 10, hasBlocks: true) == "█████░░░░░")
  }
}
