import Foundation
import Testing

extension FaultTests {
  /// Checks that the tests find mistakes.
  @Suite struct SeededDefectTests {
    @Test(.enabled(if: Scale.isFull, "it builds the package for each mistake"))
    func `Every seeded mistake is found`() async throws {
      let copy = try PackageCopy()
      try await copy.build()
      let all = Set(Defect.all.map(\.tests)).sorted().joined(separator: "|")
      try #require(try await copy.passes(all), "without any mistake, a test fails")
      var missed: [String] = []
      for defect in Defect.all {
        let before = try defect.seed(in: copy.folder)
        do {
          try await copy.build()
          // A mistake that makes a program hang counts as found.
          if try await copy.passes(defect.tests, patience: .seconds(60)) {
            missed.append(defect.name)
          }
        } catch {
          missed.append("\(defect.name): \(error)")
        }
        for (file, text) in before {
          try text.write(to: file, atomically: true, encoding: .utf8)
        }
      }
      Figures.note(
        "defects seeded on purpose", asked: "\(Defect.all.count) of \(Defect.all.count) found",
        reached: "\(Defect.all.count - missed.count) of \(Defect.all.count)"
          + missed.map { "; not: \($0)" }.joined())
      #expect(missed == [])
    }

    @Test func `Every mistake can still be seeded in the present sources`() throws {
      for edit in Defect.all.flatMap(\.edits) {
        let file = PackageCopy.original.appendingPathComponent(edit.file)
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(try edit.applied(to: text) != text)
      }
    }
  }
}
