import Domain
import Doubles
import Foundation
import Programs
import Testing

/// What somebody learns about counters that are not shared with them.
@Suite(.limited, .serialized) struct StrangerTests {
  /// Lines with a counter's name. The last one gives up what is shared.
  private static let lines = [
    "show NAME", "show NAME --since today", "show NAME --format json", "open NAME", "up NAME",
    "up NAME 3 --id a", "up NAME --create", "down NAME", "set NAME 5", "reset NAME", "undo NAME",
    "redo NAME", "history NAME", "history NAME --format json", "chart NAME", "stats NAME",
    "rename NAME tea",
    "delete NAME", "delete NAME --yes", "target NAME 9", "target NAME --none", "members NAME",
    "members NAME --format json", "share NAME with eve", "share NAME with nobody --view",
    "unshare NAME with eve", "unshare NAME with nobody", "leave NAME",
  ]

  @MainActor
  @Test func `No word and no status tells an unshared counter from a missing one`() async throws {
    let world = try await StrangerWorld()
    var missing: [String: [TallyProgram.Run]] = [:]
    for line in Self.lines {
      let answers = try await world.answers(to: line, about: "eve/nothing")
      #expect(answers.allSatisfy { $0.status != 0 && $0.output == "" }, "\(line)")
      for name in ["eve/secret", "eve/left", "EVE/Secret", "nobody/secret", "ada/secret"] {
        #expect(try await world.answers(to: line, about: name) == answers, "\(line), \(name)")
      }
      missing[line] = answers
    }
    #expect(try await world.counts() == [7, 7, 7])
    for line in Self.lines {
      #expect(try await world.answers(to: line, about: "eve/shown") != missing[line], "\(line)")
    }
  }

  @MainActor
  @Test func `No unshared name is suggested`() async throws {
    let world = try await StrangerWorld()
    for typed in ["eve/secre", "eve/secrets", "secret", "eve/lef", "eve/left1"] {
      for answer in try await world.answers(to: "show NAME", about: typed) {
        #expect(answer.errors.contains("There is no counter named NAME"))
        #expect(!answer.errors.contains("Did you mean"))
      }
    }
    for answer in try await world.answers(to: "show NAME", about: "eve/shonw") {
      #expect(answer.errors.contains("Did you mean eve/shown?"))
    }
  }

  @MainActor
  @Test func `A name that only looks like another's counter is one's own or unknown`()
    async throws
  {
    let world = try await StrangerWorld()
    // Cyrillic and full-width letters, invisible ones, and another slash.
    for name in ["secret", "shown"].flatMap({ name in
      [
        "\u{435}ve/\(name)", "\u{FF45}ve/\(name)", "eve\u{200D}/\(name)", "eve/\(name)\u{200D}",
        "eve/\u{200B}\(name)", "eve/s\u{200D}\(name.dropFirst())", "eve\u{2215}\(name)",
        "eve//\(name)",
        "eve./\(name)", "eve/\u{FF53}\(name.dropFirst())", "eve/\u{455}\(name.dropFirst())",
      ]
    }) {
      for answer in try await world.answers(to: "show NAME", about: name) {
        #expect(answer.status == 1, "\(name)")
        #expect(answer.output == "", "\(name)")
      }
    }
    // Names with a slash are older than sharing, and found first.
    for (name, count) in [("eve/secret", "41\n"), ("eve/shown", "42\n")] {
      try await world.makeOwn(name, count: Int64(count.dropLast()) ?? 0)
      #expect(try await world.run("show \(name)").output == count)
    }
    #expect(try await world.run("up eve/secret 9").output == "50\n")
    #expect(try await world.counts() == [7, 7, 7])
  }

  private static let reason: Comment = "times are meaningful only on an idle machine"

  @Test(.enabled(if: SecurityScale.isFull, reason), arguments: TimedCall.all)
  func `An unshared counter takes as long as a missing one`(_ timed: TimedCall) async throws {
    let world = try await StrangerWorld()
    #expect(try await world.difference(of: timed) < 0.05)
  }

  @Test(.enabled(if: SecurityScale.isFull, reason), arguments: TimedCall.all)
  func `One more read of an unshared counter would be noticed`(_ timed: TimedCall) async throws {
    let world = try await StrangerWorld()
    let slow = TimedCall("\(timed.testDescription), read once more") { world, counter in
      if counter.name.text == "secret" {
        _ = try await world.tally.store.refreshed(counter, in: world.eve)
      }
      try await timed.call(world, counter)
    }
    #expect(try await world.difference(of: slow) > 0.05)
  }
}
