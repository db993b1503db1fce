import Domain
import Doubles
import Foundation
import Presentation
import Programs
import Testing

@testable import Data
@testable import ScreenToolkit

/// Begins a control sequence.
private let control = "\u{9B}"

/// Names that somebody wrote into the store, or shares, to control another's terminal.
@Suite(.limited) struct HostileNameTests {
  private static let lines = [
    "list", "history", "history 3", "chart", "stats", "show", "undo", "redo", "members", "target 9",
    "account", "open eve/shown", "history eve/shown",
    "members eve/shown", "show eve/shown", "set eve/shown 5", "undo eve/shown",
    "rename main tea", "leave eve/shown", "delete tea --yes",
  ]
  /// Keys that lead through the scenes of the full screen, each time from the counter and back.
  private static let keys: [[KeyPress]] = ["h", "c", "c/x", "@", "d", "e", "a", "?"].map {
    KeyPress.typing($0)
  }

  @MainActor
  @Test func `Names in a tampered store are escaped wherever they are shown`() async throws {
    let seed = Seed()
    var random = RandomInput(seed)
    for _ in 0..<SecurityScale.repetitions(2, full: 200) {
      let world = try await StrangerWorld()
      try await world.tamper(with: &random)
      var shown = try await frames(in: world.tally)
      for line in Self.lines {
        let session = try await world.tally.session(Array("open main\n\(line)\nlist\n".utf8))
        // Some are only a session's.
        let shell = try? await world.run(line)
        for run in [session, shell].compactMap(\.self) { shown += [run.output, run.errors] }
      }
      for line in shown.joined(separator: "\n").split(separator: "\n") {
        #expect(visible(String(line)) == line, "\(seed)")
      }
    }
  }

  /// The lines of the full screen after each key.
  @MainActor
  private func frames(in tally: InProcessTally) async throws -> [String] {
    let flow = await tally.login.flow()
    let screen = await ScreenWorld(flow: flow).screen()
    var lines: [String] = []
    for keys in Self.keys {
      lines += screen.frame?.lines ?? []
      await screen.perform(keys)
      let frame = try #require(screen.frame)
      #expect(frame.text.contains(visible(control)), "\(keys)")
      lines += frame.lines
      await screen.perform([.escape])
      if flow.scene.home != nil { await screen.perform([.escape]) }
    }
    return lines
  }

  /// The name of a counter may have all of these but escape sequences, even without tampering.
  @Test(arguments: ["\u{1B}]0;taken\u{7}", "\u{9B}31m", "\u{202E}", "\u{2028}", "\u{200B}"])
  func `A terminal gets no raw name, in a prompt or completed`(_ hostile: String) async throws {
    let tally = try await TallyProgram.ofAda()
    let store = try await SQLiteStore(path: tally.file("data/tally/tally.db"), clock: WallClock())
    try store.write("evil\(hostile)name", to: "counters SET name", where: "true")
    let terminal = try await tally.terminal()
    try await terminal.expect("name> ")
    try await terminal.type("show evi\t\r")
    try await terminal.type("list\r")
    try await terminal.expect("never")
    try await terminal.type("delete\r")
    try await terminal.type("no\rquit\r")
    _ = try await terminal.waitForEnd()
    #expect(await !terminal.transcript.contains(hostile))
  }
}

extension StrangerWorld {
  /// Writes random names into the store, past all checks.
  fileprivate func tamper(with random: inout RandomInput) async throws {
    _ = try await tally.useCases.logIn(
      username: "ada", password: secret(TallyProgram.password), on: Device(place: "tty3"))
    let main = try #require(try await tally.store.openCounter(in: ada))
    _ = try await tally.useCases.shareCounter(main, with: "eve", as: .counts, in: ada)
    _ = try await tally.store.apply([.add(1), .set(3), .add(2)], to: main, in: ada)
    _ = try await tally.store.apply([.add(4)], to: main, in: eve)
    for counter in counters + [main] {
      try tally.store.write(random.name(), to: "counters SET name", where: "id = \(counter.id)")
      try tally.store.write(
        random.name(), to: "changes SET by_name",
        where: "counter_id = \(counter.id) AND author IS NULL")
    }
    try tally.store.write(random.name(), to: "sessions SET place", where: "true")
  }
}

extension RandomInput {
  /// A text that a name's column takes, with a control character that is seen in narrow columns too.
  fileprivate mutating func name() -> String {
    // Otherwise a combining mark could join the escaped control character.
    "x\(control)-\(text(longest: 60).filter { $0 != "\0" })"
  }
}

extension SQLiteStore {
  /// Writes a text into a column of some rows.
  fileprivate func write(_ text: String, to column: String, where condition: String) throws {
    let hexadecimal = text.utf8.map { String(format: "%02X", $0) }.joined()
    try writer.once { database in
      try database.execute(
        "UPDATE \(column) = CAST(x'\(hexadecimal)' AS TEXT) WHERE \(condition)")
    }
  }
}
