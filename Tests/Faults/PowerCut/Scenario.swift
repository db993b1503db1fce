import Foundation
import Programs
import Testing

@testable import Data

/// A kind of change for power cut tests: a store, and commands that change it.
enum Scenario: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case change, signUp = "sign-up", rename, delete, `import`, migration

  var testDescription: String { rawValue }

  /// Creates the store, and records the commands.
  func record(deaf: Bool = false) async throws -> [Recording] {
    switch self {
    case .change: [try await changes(deaf)]
    case .signUp: [try await signUps(deaf)]
    case .rename: [try await renames(deaf)]
    case .delete: [try await deletions(deaf)]
    case .import: [try await imports(deaf)]
    case .migration: try await migrations(deaf)
    }
  }

  private static let ada = "ada (1)"

  private func main(_ count: Int, after changes: Int) -> Recording.State {
    [Self.ada, "ada/main \(count) after \(changes)"]
  }

  private func changes(_ deaf: Bool) async throws -> Recording {
    let tally = try await TallyProgram.ofAda()
    let commands = ["up main", "up main 4", "down main", "set main 40", "undo main", "redo main"]
    let counts = [1, 5, 4, 40, 4, 40]
    var steps = zip(commands, counts).enumerated().map { index, step in
      Recording.Step(
        arguments: step.0.split(separator: " ").map(String.init),
        states: [main(step.1, after: index + 1)])
    }
    // Opening a counter ends a batch of lines that are committed together.
    let input =
      "+\nopen main\nundo\nopen main\nreset\nopen main\n" + String(repeating: "+\n", count: 30)
    // An undo prints two lines.
    let (session, changes) = ([40, 41, 41, 40, 40, 40, 0, 0], [6, 7, 7, 8, 8, 8, 9, 9])
    steps.append(
      Recording.Step(
        arguments: [], input: input,
        states: zip(session, changes).map { main($0, after: $1) }
          + (1...30).map { main($0, after: 9 + $0) }))
    return try await .record(steps, of: tally, from: main(0, after: 0), deaf: deaf)
  }

  private func signUps(_ deaf: Bool) async throws -> Recording {
    let tally = try await TallyProgram.ofAda()
    let names = ["bea", "cleo", "dora", "edna"]
    let steps = names.indices.map { index in
      Recording.Step(
        arguments: ["signup", names[index], "--password-stdin"],
        input: "\(TallyProgram.password)\n",
        environment: ["XDG_STATE_HOME": "\(tally.home)/state-of-\(names[index])"],
        states: [accounts(["ada"] + names[...index])])
    }
    return try await .record(steps, of: tally, from: accounts(["ada"]), deaf: deaf)
  }

  private func accounts(_ names: [String]) -> Recording.State {
    names.flatMap { ["\($0) (1)", "\($0)/main 0 after 0"] }.sorted()
  }

  private func renames(_ deaf: Bool) async throws -> Recording {
    let tally = try await TallyProgram.ofAda()
    let names = ["main", "tea", "a counter with a rather long name", "Tea", "t", "coffee", "main"]
    let steps = zip(names, names.dropFirst()).map { old, new in
      Recording.Step(
        arguments: ["rename", old, new], states: [[Self.ada, "ada/\(new) 0 after 0"]])
    }
    return try await .record(
      steps, of: tally, from: [Self.ada, "ada/main 0 after 0"], deaf: deaf)
  }

  private func deletions(_ deaf: Bool) async throws -> Recording {
    let tally = try await TallyProgram.ofAda()
    let names = ["main", "p", "q", "r"]
    let input = names.map { name in
      "\(name == "main" ? "open" : "new") \(name)\n" + String(repeating: "+\n", count: 90)
    }
    let run = try await tally.run(input: input.joined())
    try #require(run.status == 0, "\(run)")
    let left = names.indices.map { index in
      [Self.ada] + names[index...].map { "ada/\($0) 90 after 90" }
    }
    var steps = names.indices.map { index in
      Recording.Step(
        arguments: ["delete", names[index], "--yes"],
        states: [index + 1 < left.count ? left[index + 1] : [Self.ada]])
    }
    steps.append(
      Recording.Step(
        arguments: ["delete-account", "--password-stdin"], input: "\(TallyProgram.password)\n",
        states: [[]]))
    return try await .record(steps, of: tally, from: left[0], deaf: deaf)
  }

  private func imports(_ deaf: Bool) async throws -> Recording {
    let tally = try await TallyProgram.ofAda()
    let counters = ["main", "tea", "coffee"]
    var steps: [Recording.Step] = []
    for (index, total) in [40, 60, 150].enumerated() {
      let rows = (1...total).flatMap { number in
        counters.map { "\($0)-\(number),\($0),2026-01-02T03:04:05Z,change,2,0," }
      }
      let file = "\(tally.home)/rows-\(index).csv"
      try Data((["id,name,time,kind,change,count,of"] + rows).joined(separator: "\n").utf8)
        .write(to: URL(fileURLWithPath: file))
      let state = [Self.ada] + counters.map { "ada/\($0) \(total * 2) after \(total)" }
      steps.append(Recording.Step(arguments: ["import", file], states: [state.sorted()]))
    }
    return try await .record(steps, of: tally, from: main(0, after: 0), deaf: deaf)
  }

  private func migrations(_ deaf: Bool) async throws -> [Recording] {
    var recordings: [Recording] = []
    for old in OldStore.all {
      let tally = try TallyProgram()
      try await old.put(in: tally)
      let state = try await old.state()
      let check = Recording.Step(arguments: ["check"], states: [state])
      let signUp = Recording.Step(
        arguments: ["signup", "new", "--password-stdin"], input: "\(TallyProgram.password)\n",
        states: [(state + accounts(["new"])).sorted()])
      recordings.append(
        try await .record([check, signUp], of: tally, from: state, deaf: deaf))
    }
    return recordings
  }
}
