import Foundation
import Programs
import Testing

extension FaultTests {
  /// The store's folder or file disappears while Tally runs.
  @Suite struct LostFolderTests {
    private static let row = "the store's folder or file goes away"

    @Test(arguments: [Loss.moved, .removed, .replaced, .fileRemoved])
    func
      `A session whose store disappears says so, acknowledges nothing, and creates no other store`(
        loss: Loss
      ) async throws
    {
      let violations = try await violations(after: loss)
      Figures.note(
        "\(Self.row): \(loss)", asked: "exit 74, nothing shown, nothing made in its place",
        reached: violations.isEmpty ? "so it is" : "\(violations)")
      #expect(violations == [])
    }

    @Test(.needs(.compiler, for: row))
    func `A session that writes to a file without a name is detected`() async throws {
      let weakness = try await Weakness.environment(["repeat stat64 1+ */tally.db"])
      let violations = try await violations(after: .fileRemoved, weakness: weakness)
      #expect(violations.contains { $0.contains("Current count is 2") }, "\(violations)")
    }

    /// Counts once before the loss and once after it, and returns what went wrong.
    private func violations(after loss: Loss, weakness: [String: String] = [:]) async throws
      -> [String]
    {
      let tally = try await TallyProgram.ofAda()
      let folder = URL(fileURLWithPath: tally.store).deletingLastPathComponent().path
      let copy = "\(tally.home)/copy"
      let end = try await blocking {
        let session = try Conversation(environment: tally.environment.merging(weakness) { $1 })
        try #require(session.hear() == "Type + to start counting")
        session.say("+\n")
        try #require(session.hear() == "Current count is 1")
        try FileManager.default.copyItem(atPath: folder, toPath: copy)
        try loss.befall(folder)
        session.say("+\n")
        return session.end()
      }
      let what = loss == .fileRemoved || loss == .replaced ? "file" : "folder"
      let told = TallyProgram.Run(
        status: 74, output: "",
        errors: "tally: line 2: The store cannot be opened: its \(what) was moved or removed "
          + "in the meantime. Choose another with --store, or restore a backup\n")
      let isGone = !FileManager.default.fileExists(atPath: tally.store)

      if FileManager.default.fileExists(atPath: folder) {
        try FileManager.default.removeItem(atPath: folder)
      }
      try FileManager.default.moveItem(atPath: copy, toPath: folder)
      let count = try await tally.count()
      let faults = try await tally.faults()
      return (end == told ? [] : ["\(end)"])
        + (isGone == (loss != .replaced) ? [] : ["another store was made"])
        + (count == 1 ? [] : ["the copy has \(String(describing: count))"])
        + (faults.isEmpty ? [] : [faults])
    }

    enum Loss: Sendable {
      case moved
      case removed
      /// Another folder has its name, with a copy of the store.
      case replaced
      case fileRemoved

      func befall(_ folder: String) throws {
        let files = FileManager.default
        switch self {
        case .moved: try files.moveItem(atPath: folder, toPath: "\(folder)-moved")
        case .removed: try files.removeItem(atPath: folder)
        case .replaced:
          try files.moveItem(atPath: folder, toPath: "\(folder)-moved")
          try files.copyItem(atPath: "\(folder)-moved", toPath: folder)
        case .fileRemoved: try files.removeItem(atPath: "\(folder)/tally.db")
        }
      }
    }
  }
}
