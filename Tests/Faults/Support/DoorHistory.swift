import Foundation
import Programs

/// An entry of `history --format json`.
struct DoorEntry: Decodable, Equatable, Sendable {
  private(set) var id: String
  let kind: String
  let change: Int
  let count: Int
  private(set) var of: String?
  let by: String

  /// All entries of a counter, in their order.
  static func all(of counter: String, in tally: TallyProgram, for environment: [String: String])
    async throws -> [DoorEntry]
  {
    let run = try await tally.run(
      ["history", counter, "--limit", "1000000", "--format", "json"], environment: environment)
    return try JSONDecoder().decode([DoorEntry].self, from: Data(run.output.utf8)).map(\.asSent)
  }

  /// The entry with the identifiers that its author sent: those of several people may be equal, and
  /// are numbered in a history.
  private var asSent: DoorEntry {
    func sent(_ id: String) -> String { String(id.prefix { $0 != "\t" }) }
    var entry = self
    (entry.id, entry.of) = (sent(id), of.map(sent))
    return entry
  }
}

/// One person's requests and the answers to them.
struct DoorRecord: Sendable {
  /// The requests by identifier: an amount, a count to set, or an undo.
  enum Request: Sendable, Equatable {
    case add(Int), set(Int), undo
  }

  var requests: [String: Request] = [:]
  /// The counts that were answered, by identifier.
  var answers: [String: Int] = [:]
  /// The identifiers of refused requests.
  var refused: Set<String> = []

  /// The record of a member.
  init(_ taps: [Tap], at door: Door) {
    for (number, tap) in taps.enumerated() {
      requests[tap.id] = tap.amount.map { .add($0) } ?? .undo
      answers[tap.id] = door.answers[number]
      if door.refused.contains(number) { refused.insert(tap.id) }
    }
  }

  /// An empty record.
  init() {}
}

/// Repeats a history by the rules, entry by entry, and finds what contradicts the records.
struct DoorReplay {
  private let records: [String: DoorRecord]
  private var count = 0
  /// The changes of each person that can be undone, the newest last.
  private var standing: [String: [(id: String, amount: Int)]] = [:]
  private var seen: [String: Set<String>] = [:]
  private(set) var violations: [String] = []

  init(of history: [DoorEntry], _ records: [String: DoorRecord]) {
    self.records = records
    for entry in history { add(entry) }
    for (name, record) in records {
      for id in record.answers.keys where seen[name]?.contains(id) != true {
        violations.append("\(name)'s \(id) was acknowledged and is absent")
      }
    }
  }

  private mutating func add(_ entry: DoorEntry) {
    // A control sends a tap again under another identifier, which begins with the same.
    let id = String(entry.id.prefix { $0 != "#" })
    guard let record = records[entry.by], let request = record.requests[id] else {
      return violations.append("\(entry) was not asked for")
    }
    if !seen[entry.by, default: []].insert(id).inserted {
      violations.append("\(entry) counts twice")
    }
    if record.refused.contains(id) { violations.append("\(entry) was refused") }
    if record.answers[id] ?? entry.count != entry.count {
      violations.append("\(entry) was answered with \(record.answers[id] ?? 0)")
    }
    let before = count
    switch (request, entry.kind) {
    case (.add(let amount), "change"):
      count += amount
      standing[entry.by, default: []].append((entry.id, amount))
    case (.set(let number), "set"):
      count = number
      // What the owner set is settled.
      standing = [:]
    case (.undo, "undo"):
      let undone = standing[entry.by]?.popLast()
      count -= undone?.amount ?? 0
      if entry.of == nil || undone?.id != entry.of {
        violations.append("\(entry) should have undone \(undone?.id ?? "nothing")")
      }
    default: violations.append("\(entry) is not \(request)")
    }
    if entry.count != count || entry.change != count - before {
      violations.append("\(entry) should have led from \(before) to \(count)")
    }
  }
}
