import Foundation
import Programs
import Testing

extension FaultTests {
  /// The store's folder, or its file, goes away while Tally runs.
  @Suite struct LostFolderTests {
    private static let row = "store folder that disappears"

    @Test(arguments: [Loss.moved, .removed, .replaced, .fileRemoved])
    func `A session whose store goes away says so, acknowledges nothing, and makes no other`(
      loss: Loss
    ) async throws {
      let tally = try await TallyProgram.ofAda()
      let folder = URL(fileURLWithPath: tally.store).deletingLastPathComponent().path
      let copy = "\(tally.home)/copy"
      let end = try await blocking {
        let session = try Conversation(environment: tally.environment)
        #expect(session.hear() == "Type + to start counting")
        session.say("+\n")
        #expect(session.hear() == "Current count is 1")
        try FileManager.default.copyItem(atPath: folder, toPath: copy)
        try loss.befall(folder)
        session.say("+\n")
        return session.end()
      }
      let what = loss == .fileRemoved || loss == .replaced ? "file" : "folder"
      let isGone = !FileManager.default.fileExists(atPath: tally.store)
      Figures.note(
        "\(Self.row): \(loss)", asked: "exit 74, nothing shown, nothing made in its place",
        reached: "exit \(end.status), \(end.output.isEmpty ? "nothing" : end.output) shown")
      #expect(
        end
          == TallyProgram.Run(
            status: 74, output: "",
            errors: "tally: line 2: The store cannot be opened: its \(what) was moved or removed "
              + "meanwhile. Name another with --store, or copy a backup there\n"))
      #expect(isGone == (loss != .replaced))

      if FileManager.default.fileExists(atPath: folder) {
        try FileManager.default.removeItem(atPath: folder)
      }
      try FileManager.default.moveItem(atPath: copy, toPath: folder)
      #expect(try await tally.count() == 1)
      #expect(try await tally.faults() == "")
    }

    enum Loss: Sendable {
      case moved
      case removed
      /// Another folder stands in its place, with a copy of the store.
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
