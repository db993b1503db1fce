import Foundation
import Programs
import Testing

extension FaultTests {
  /// A session counts while one of its system calls fails, or all of them from one on.
  @Suite struct FailingCallTests {
    private static let row = "EIO, ENOSPC and short writes at the Nth call, N = 1 to 20"
    private static let changes = 20
    private static let workers = 4

    @Test(.needs(.strace, .compiler, for: row))
    func `A failing call loses nothing that was acknowledged`() async throws {
      let faults = Fault.all.enumerated().filter { Scale.isFull || $0.offset % 10 == 5 }
      let outcome = try await outcome(of: faults.map(\.element))
      Figures.note(
        Self.row, asked: "\(faults.count) faults, 0 violations",
        reached: "\(faults.count) faults, \(outcome.violations.count) violations; "
          + "\(outcome.met) ended the session")
      #expect(outcome.violations == [])
      #expect(outcome.met > faults.count / 2)
    }

    @Test(.needs(.strace, .compiler, for: row))
    func `A store that takes a failed write for a good one is detected`() async throws {
      let fault = Fault(
        call: "pwrite64", effect: .error("ENOSPC"), when: "1+", weakness: ["mask pwrite64 1+ *"])
      #expect(try await outcome(of: [fault]).violations != [])
    }

    private struct Outcome: Sendable {
      /// How many of the faults ended a session.
      var met = 0
      var violations: [String] = []
    }

    private func outcome(of faults: [Fault]) async throws -> Outcome {
      try await withThrowingTaskGroup(of: Outcome.self) { group in
        for worker in 0..<min(Self.workers, faults.count) {
          group.addTask {
            let tally = try await TallyProgram.ofAda()
            let snapshot = try Snapshot(of: tally)
            var outcome = Outcome()
            for fault in stride(from: worker, to: faults.count, by: Self.workers) {
              try snapshot.restore()
              try await meet(faults[fault], in: tally, outcome: &outcome)
            }
            return outcome
          }
        }
        return try await group.reduce(into: Outcome()) {
          $0.met += $1.met
          $0.violations += $1.violations
        }
      }
    }

    /// Counts in a session with the fault, and checks the store afterwards.
    private func meet(_ fault: Fault, in tally: TallyProgram, outcome: inout Outcome) async throws {
      let arguments = fault.arguments(for: tally)
      let environment = try await tally.environment.merging(
        fault.weakness.isEmpty ? [:] : Weakness.environment(fault.weakness)
      ) { $1 }
      let (shown, end) = try await blocking {
        let session = try Conversation(Tool.strace.path, arguments, environment: environment)
        _ = session.hear()
        var shown: [String] = []
        while shown.count < Self.changes {
          session.say("+\n")
          guard let line = session.hear() else { break }
          shown.append(line)
        }
        return (shown, session.end())
      }
      let count = try await tally.count()
      let possible = shown.count...shown.count + (end.errors.contains("It is not known") ? 1 : 0)
      // The second call opens the store; if it fails once, SQLite opens the store read-only.
      let mayBeReadOnly = fault.call == "openat" && fault.when == "2"
      let isRightReason = mayBeReadOnly || !end.errors.contains("read-only")
      let isTold =
        shown.count == Self.changes
        ? end.status == 0 : end.status == 74 && end.errors != "" && isRightReason
      if shown.count < Self.changes { outcome.met += 1 }
      if shown != (1...Self.changes).prefix(shown.count).map({ "Current count is \($0)" })
        || !possible.contains(count ?? -1) || !isTold
      {
        outcome.violations.append("\(fault): \(shown.count) shown, \(count ?? -1) there, \(end)")
      }
      let faults = try await tally.faults()
      if !faults.isEmpty { outcome.violations.append("\(fault): \(faults)") }
    }
  }
}

/// One way in which calls fail.
private struct Fault: Sendable {
  let call: String
  let effect: Injection.Effect?
  let when: String
  var weakness: [String] = []

  /// The first 20 calls of each kind, each failing once or from then on.
  static let all = (1...20).flatMap { number in
    errors.flatMap { call, error in
      ["\(number)", "\(number)+"].map { Fault(call: call, effect: .error(error), when: $0) }
    }
      + ["*-journal", "*/tally.db"].map {
        Fault(
          call: "pwrite64", effect: nil, when: "", weakness: ["cut pwrite64 \(number) \($0)"])
      }
  }

  private static let errors = ["pwrite64", "fdatasync", "ftruncate", "openat"].flatMap { call in
    ["EIO", "ENOSPC"].map { (call, $0) }
  }

  /// The arguments of `strace` for a session. Calls for other files do not fail.
  func arguments(for tally: TallyProgram) -> [String] {
    let folder = URL(fileURLWithPath: tally.store).deletingLastPathComponent().path
    let paths = [tally.store, "\(tally.store)-journal", "\(tally.store).gate", folder]
    let injected = effect.map {
      ["-e", "inject=\(Injection(call: call, effect: $0, when: when))"]
    }
    return ["-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)"] + (injected ?? [])
      + paths.flatMap { ["-P", $0] } + ["--", TallyProgram.path]
  }
}
