import Doubles
import Programs
import Testing

extension FaultTests {
  /// A PostgreSQL server goes away at each request of each operation.
  @Suite struct GoneServerTests {
    private static let row = "PostgreSQL: the server goes away at each request of each operation"
    private static let goneRow = "PostgreSQL: the same, and it does not come back"

    /// A cut of the connection at a request of an operation.
    private struct Point: Sendable {
      let reference: CutOperation.Reference
      let number: Int
      let cut: CuttingProxy.Cut
    }

    private static let seed = Seed()

    /// All of them, or some.
    private static let operations: [CutOperation] = {
      var random = seed.generator
      return Array(CutOperation.all.shuffled(using: &random).prefix(Scale.isFull ? .max : 8))
    }()

    /// Every cut at every request of the operations, in random order.
    private static let points = Task {
      var points: [Point] = []
      for operation in operations {
        let reference = try await CutOperation.Reference(of: operation)
        for number in 1...reference.requests {
          points += CuttingProxy.Cut.all.map {
            Point(reference: reference, number: number, cut: $0)
          }
        }
      }
      var random = seed.generator
      return points.shuffled(using: &random)
    }

    @Test(.needsPostgreSQL(for: row))
    func `Each operation works or is told as it is, counts once, and the next one works`()
      async throws
    {
      let all = try await Self.points.value
      let points = Scale.isFull ? all : Array(all.prefix(24))
      let violations = try await violations(at: points, staysAway: false)
      Figures.note(
        Self.row, asked: "\(points.count) points, 0 violations",
        reached: "\(points.count) points of \(Self.operations.count) operations, "
          + "\(violations.count) violations (\(Self.seed))")
      #expect(violations.prefix(9) == [], "\(Self.seed)")
      #expect(points.count >= (Scale.isFull ? 300 : 24))
    }

    @Test(.needsPostgreSQL(for: goneRow))
    func `A server that stays away is told in one line, and nothing counts twice`() async throws {
      let points = try await Self.points.value.suffix(Scale.isFull ? 100 : 4)
      let violations = try await violations(at: Array(points), staysAway: true)
      Figures.note(
        Self.goneRow, asked: "\(points.count) points, 0 violations",
        reached: "\(points.count) points, \(violations.count) violations (\(Self.seed))")
      #expect(violations.prefix(9) == [], "\(Self.seed)")
    }

    @Test(.needsPostgreSQL(for: row))
    func `A COMMIT that a server answers and does not make is detected`() async throws {
      for operation in CutOperation.all where ["up", "rename"].contains(operation.arguments[0]) {
        let reference = try await CutOperation.Reference(of: operation)
        let place = try await CutOperation.Place(for: operation)
        place.proxy.cut { _, request in request.isCommit ? .lie : nil }
        let run = try await place.run(operation)
        #expect(
          try await Self.verdict(on: run, of: reference, in: place) != nil, "\(operation.name)")
        try await place.end()
      }
    }

    private func violations(at points: [Point], staysAway: Bool) async throws -> [String] {
      // What waits for a server that stays away needs no processor.
      let turnstile = Turnstile(places: staysAway ? 16 : 4)
      return try await withThrowingTaskGroup(of: String?.self) { group in
        for point in points {
          group.addTask {
            try await turnstile.pass { try await Self.violation(at: point, staysAway: staysAway) }
          }
        }
        return try await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
      }
    }

    private static func violation(at point: Point, staysAway: Bool) async throws -> String? {
      let operation = point.reference.operation
      let place = try await CutOperation.Place(for: operation)
      place.proxy.cut(staysAway: staysAway) { number, _ in
        number == point.number ? point.cut : nil
      }
      let run = try await place.run(operation)
      var wrong = try await verdict(on: run, of: point.reference, in: place)
      if wrong == nil, operation.isRepeatable {
        let again = try await place.run(operation, isDirect: staysAway)
        let state = try await place.state()
        if again.status != 0 || state != point.reference.after {
          wrong = "again: \(again), \(state)"
        }
      }
      if wrong == nil, operation.hasStore || run.status == 0 {
        let check = try await place.run(.check, isDirect: staysAway)
        if check.status != 0 { wrong = "the next command: \(check)" }
      }
      try await place.end()
      return wrong.map { "\(operation.name), \(point.cut) \(point.number): \($0)" }
    }

    /// What is wrong about the outcome of an operation; `nil` for nothing.
    private static func verdict(
      on run: TallyProgram.Run, of reference: CutOperation.Reference, in place: CutOperation.Place
    ) async throws -> String? {
      let state = try await place.state()
      let (isBefore, isAfter) = (state == reference.before, state == reference.after)
      let answers = run.output.split(separator: "\n").count
      let isRight =
        switch Outcome(of: run) {
        case _ where run.status == 0: isAfter && run.errors == reference.errors
        case .unknown: (isBefore || isAfter) && place.proxy.cutRequest?.isCommit == true
        case .refused:
          isBefore && (answers <= 0 || reference.operation.printsWhileReading)
            && run.errors.split(separator: "\n").count == 1
        case .unexpected: false
        }
      return isRight ? nil : "\(run), \(state)"
    }
  }
}
