import Domain
import Doubles
import Foundation
import Programs
import Testing

@testable import Data

extension FaultTests {
  /// A damaged store never crashes the program, is never replaced, and shows nobody's data to
  /// others.
  @Suite struct DamageTests {
    private static let row = "damaged stores"

    @Test func `A damaged store is survived, kept, and shows nobody's data to others`()
      async throws
    {
      let (seed, shared) = (Seed(), try await SharedStore())
      let count = Scale.count(2_000)
      let (refused, faults) = try await faults(of: count, shared, seed) { await $0.asAda() }
      Figures.note(
        Self.row, asked: "\(count) stores, 0 faults",
        reached: "\(count) stores, \(faults.count) faults, \(refused) refused (\(seed))")
      let isClean = faults.isEmpty
      #expect(isClean, "\(seed): \(faults.prefix(10).joined(separator: "\n"))")
    }

    @Test func `An index that leads to somebody else's row shows nothing of it`() async throws {
      let shared = try await SharedStore()
      var faults: [String] = []
      // The large indexes are those of changes. Few entries show a fault, so all others are tried.
      let damages = Damage.wrongEntries(in: shared.content, most: Scale.isFull ? .max : 20)
      for damage in damages {
        let store = try DamagedStore(shared, damage)
        if let fault = store.fault(after: await store.asAda()) { faults.append(fault) }
      }
      Figures.note(
        "\(Self.row), entries of indexes", asked: "\(damages.count) stores, 0 faults",
        reached: "\(damages.count) stores, \(faults.count) faults")
      #expect(damages.count > 50)
      #expect(faults.isEmpty, "\(faults.prefix(5))")
    }

    @Test func `A program that ignores who owns a counter is detected`() async throws {
      let (seed, shared) = (Seed(), try await SharedStore())
      let (_, faults) = try await faults(of: 20, shared, seed) { damaged in
        var view = View()
        _ = await view.look { () throws(Refusal) in
          do {
            return try await damaged.open().values("SELECT name FROM counters")
          } catch {
            throw Refusal(error, during: "look")
          }
        }
        return view
      }
      Figures.note(
        "control: \(Self.row), no user in the WHERE", asked: "faults",
        reached: "\(faults.count) faults in 20 stores (\(seed))")
      #expect(faults.contains { $0.contains("ada sees") })
    }

    @Test func `A program that starts over with a new store is detected`() async throws {
      let (seed, shared) = (Seed(), try await SharedStore())
      let (_, faults) = try await faults(of: 40, shared, seed) { damaged in
        var view = View()
        if (try? await damaged.open()) == nil {
          // The check looks at whether the file still exists.
          try? FileManager.default.removeItem(atPath: damaged.path)
          _ = await view.look { () throws(Refusal) in try await damaged.open() }
        }
        return view
      }
      Figures.note(
        "control: \(Self.row), replaced", asked: "faults",
        reached: "\(faults.count) faults in 40 stores (\(seed))")
      #expect(faults.contains { $0.contains("the file was replaced") })
    }

    private func faults(
      of count: Int, _ shared: SharedStore, _ seed: Seed,
      after look: (DamagedStore) async -> View
    ) async throws -> (refused: Int, faults: [String]) {
      var generator = seed.generator
      var (refused, faults): (Int, [String]) = (0, [])
      for _ in 0..<count {
        let damage = Damage.any(to: shared.content, using: &generator)
        let store = try DamagedStore(shared, damage)
        let view = await look(store)
        if !view.refusals.isEmpty { refused += 1 }
        if let fault = store.fault(after: view) { faults.append("\(damage): \(fault)") }
      }
      return (refused, faults)
    }

    @Test func `The error is one line, and says how to restore a backup`()
      async throws
    {
      let (seed, tally) = (Seed(), try await TallyProgram.ofAda())
      var generator = seed.generator
      _ = try await tally.run(input: String(repeating: "+\nundo\nredo\n", count: 100))
      let whole = try Data(contentsOf: URL(fileURLWithPath: tally.store))
      let count = Scale.count(200)
      var (hints, faults): (Int, [String]) = (0, [])
      for index in 0..<count {
        let damage =
          index == 0 ? .truncated(to: 40) : Damage.any(to: whole, using: &generator)
        try damage.done(to: whole).write(to: URL(fileURLWithPath: tally.store))
        let command = [["list"], ["up", "main"], ["check"]][index % 3]
        let run = try await tally.run(command)
        if run.status == 74 { hints += 1 }
        let isRecognizable = damage.leavesIdentity(of: whole)
        if let fault = fault(of: run, isRecognizable) {
          faults.append("\(command), \(damage): \(fault)")
        }
      }
      Figures.note(
        "\(Self.row), what the program says", asked: "\(count) stores, 0 faults",
        reached: "\(count) stores, \(faults.count) faults, \(hints) hints at a backup (\(seed))")
      #expect(hints > 0)
      #expect(faults.isEmpty, "\(seed): \(faults.prefix(10).joined(separator: "\n"))")
    }

    /// What is wrong with a command's output for a damaged store, or `nil`. A file that lost what
    /// identifies it as a store is told as a file of another program.
    private func fault(of run: TallyProgram.Run, _ isRecognizable: Bool) -> String? {
      let lines = run.errors.split(separator: "\n")
      let isOneLine = run.errors.hasPrefix("tally: ") && lines.count == 1
      switch run.status {
      case 0: return run.errors.isEmpty ? nil : "\(run)"
      // When a row is gone, its content is unknown.
      case 1, 77: return isOneLine ? nil : "\(run)"
      case 74 where run.errors.contains("newer Tally"): return isOneLine ? nil : "\(run)"
      case 74 where run.errors.contains("not a Tally store"):
        return isOneLine && !isRecognizable ? nil : "\(run)"
      case 74: return isOneLine && run.errors.contains("backup") ? nil : "\(run)"
      default: return "\(run)"
      }
    }
  }
}
