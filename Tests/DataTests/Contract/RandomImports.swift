import Domain
import Doubles
import Testing

@Suite(.limited) struct `Random imports between random changes` {
  /// The content of two counters after the random commands.
  private struct Trace {
    var answers: [String] = []
    var rows: [TransferRow] = []
    var sums: [[Int64?]] = []
    /// The sums of random periods, of each counter.
    var periods: [[Int64?]] = []
    /// Whether each counter has the times of its rows in the order of entry.
    var isInOrder: [Bool] = []
  }

  @Test(arguments: StoreKind.allCases.filter { $0 != .memory })
  func `leave the same in every store`(_ kind: StoreKind) async throws {
    var traces: [Trace] = []
    for part in 0..<6 {
      let seed = Seed() + part
      let (disk, memory) = (try await trace(of: kind, seed), try await trace(of: .memory, seed))
      #expect(disk.answers == memory.answers, "\(seed)")
      for (row, other) in zip(disk.rows, memory.rows) { #expect(row == other, "\(seed)") }
      #expect(disk.rows.count == memory.rows.count, "\(seed)")
      #expect(disk.sums == memory.sums, "\(seed)")
      #expect(disk.periods == memory.periods, "\(seed)")
      #expect(disk.isInOrder.first == true, "\(seed)")
      traces.append(disk)
    }
    #expect(traces.contains { $0.isInOrder.last == false })
    let rows = traces.flatMap(\.rows)
    #expect(rows.contains { $0.kind == .undo && $0.id.text.hasPrefix("own") })
    #expect(rows.contains { $0.kind == .redo && !$0.id.text.hasPrefix("own") })
  }

  private func trace(of kind: StoreKind, _ seed: Seed) async throws -> Trace {
    let world = try await StoreWorld(kind)
    let session = try await world.signedUp().session
    var generator = seed.generator
    var trace = Trace()
    var (known, number): ([TransferRow], Int) = ([], 0)
    for _ in 0..<40 {
      world.clock.advance(seconds: 1)
      number += 1
      if Bool.random(using: &generator) {
        let counter = counter(&generator)
        // Only tea has changes at earlier times than those entered before.
        let earlier = counter == "tea" && number % 2 == 0
        let request = CommandRequest(
          command(&generator), at: earlier ? world.clock.now.adding(seconds: -20) : nil,
          id: Change.ID("own \(number)"))
        trace.answers.append(
          await answer {
            try await world.store.record(
              request, on: try name(counter), creating: true, in: session)
          })
      } else {
        var rows = try (0..<Int.random(in: 1...12, using: &generator)).map { index in
          if let old = known.randomElement(using: &generator), index % 4 == 0 { return old }
          let kind: TransferRow.Kind =
            [.change, .set, .undo, .redo].randomElement(using: &generator) ?? .new
          let subject = subject(number, known, &generator)
          let amount =
            Int.random(in: 0..<4, using: &generator) == 0
            ? .random(in: -9...9, using: &generator) : subject.amount
          return try row(
            "\(number) \(index)", kind, kind == .undo ? -amount : amount, of: subject.id,
            changes: max(1, .random(in: -4...3, using: &generator)),
            in: counter(&generator), at: world.clock.now)
        }
        // Few redos of random changes have an effect, but one of a change of the same file has.
        if let change = rows.last(where: { $0.kind == .change }), number % 3 == 0 {
          rows.append(
            try row(
              "\(number) redo", .redo, change.change, of: change.id.text,
              in: change.name.text, at: world.clock.now))
        }
        known += rows.filter { $0.kind == .change || $0.kind == .set }
        trace.answers.append(await answer { try await world.store.take(rows, in: session) })
      }
    }
    #expect(try await world.faults() == [])
    trace.rows = try await world.store.exported(in: session).filter { $0.kind != .new }
    let moments = (0...45).map { world.clock.now.adding(seconds: $0 - 42) }
    for counter in try await world.store.counters(in: session) {
      trace.sums.append(try await world.store.sums(of: counter, between: moments, in: session))
      let times = trace.rows.filter { $0.name == counter.name }.map(\.time)
      trace.isInOrder.append(times == times.sorted())
    }
    for _ in 0..<20 {
      let ends = (0..<2).map { _ in
        world.clock.now.adding(seconds: .random(in: -42...2, using: &generator))
      }
      let period = min(ends[0], ends[1])..<max(ends[0], ends[1])
      let counters = try await world.store.counters(summing: period, in: session)
      trace.periods.append(counters.map(\.change))
    }
    return trace
  }

  private func counter(_ generator: inout SplitMix) -> String {
    Bool.random(using: &generator) ? "main" : "tea"
  }

  private func command(_ generator: inout SplitMix) -> CountCommand {
    let commands: [CountCommand] = [
      .add(5), .add(-3), .set(40), .reset, .undo, .undo, .redo, .redo,
    ]
    return commands.randomElement(using: &generator) ?? .undo
  }

  /// What an undo or redo may mean, and what it adds if it is an addition.
  private func subject(
    _ number: Int, _ known: [TransferRow], _ generator: inout SplitMix
  ) -> (id: String?, amount: Int64) {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return ("own \(Int.random(in: 1...number, using: &generator))", 5)
    case 1: return ("\(number) \(Int.random(in: 0...9, using: &generator))", -3)
    default:
      let row = known.randomElement(using: &generator)
      return (row?.id.text, row?.change ?? 1)
    }
  }

  private func answer(_ body: () async throws -> some Sendable) async -> String {
    do { return "\(try await body())" } catch { return "\(error)" }
  }
}
