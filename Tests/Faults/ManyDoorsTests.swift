import Data
import Domain
import Doubles
import Programs
import Testing

extension FaultTests {
  /// Members count one counter at many doors, while its owner corrects it and some of them are
  /// killed.
  @Suite struct ManyDoorsTests {
    private static let row = "8 members' processes at one counter, 3 of them killed"
    private static let doors = 8
    private static let killedDoors = 3
    /// With fewer, no process would be killed in the middle.
    private static let fewestTaps = 24

    @Test(arguments: Engine.all(for: row))
    func `Each tap of a member counts once, however often it is sent`(engine: Engine) async throws {
      let (rounds, seed) = (Scale.count(20), Seed())
      let taps = max(Scale.count(500), Self.fewestTaps)
      let outcome = try await count(rounds: rounds, taps: taps, seed, with: engine)
      let all = rounds * Self.doors * taps
      Figures.note(
        engine.row(Self.row),
        asked: "\(rounds) rounds of \(taps) taps each: an acknowledged one counts once, every "
          + "answer and entry is right, by whom too",
        reached: "\(rounds) rounds, \(outcome.violations.count) violations; \(outcome.kills) kills,"
          + " \(outcome.answered) of \(all) taps acknowledged, \(outcome.refused) undos refused, "
          + "\(outcome.sets) times set (\(seed))")
      #expect(outcome.violations.prefix(9) == [], "\(seed)")
      #expect(outcome.answered + outcome.refused == all)
      #expect(outcome.kills >= rounds * Self.killedDoors)
      #expect(outcome.sets > 0)
    }

    @Test(arguments: Engine.all(for: "control: \(row)"))
    func `Taps that are sent again as new ones are detected`(engine: Engine) async throws {
      let outcome = try await count(
        rounds: 1, taps: Self.fewestTaps, Seed(), with: engine, resending: .newTap)
      #expect(outcome.violations.contains { $0.hasSuffix("counts twice") })
    }

    @Test func `An answer that is not the count of its entry is detected`() {
      let entries = [
        DoorEntry(id: "a", kind: "change", change: 2, count: 2, of: nil, by: "bea"),
        DoorEntry(id: "a", kind: "set", change: 5, count: 7, of: nil, by: "ada"),
        DoorEntry(id: "b", kind: "undo", change: -2, count: 5, of: "a", by: "bea"),
        DoorEntry(id: "a", kind: "change", change: 2, count: 7, of: nil, by: "cleo"),
      ]
      var (ada, bea) = (DoorRecord(), DoorRecord())
      (ada.requests, ada.answers) = (["a": .set(7)], ["a": 7])
      (bea.requests, bea.answers) = (["a": .add(2), "b": .undo, "c": .undo], ["a": 1, "c": 3])
      #expect(
        DoorReplay(of: entries, ["ada": ada, "bea": bea]).violations == [
          "\(entries[0]) was answered with 1", "\(entries[2]) should have undone nothing",
          "\(entries[2]) should have led from 7 to 7", "\(entries[3]) was not asked for",
          "bea's c was acknowledged and is absent",
        ])
    }

    private func count(
      rounds: Int, taps: Int, _ seed: Seed, with engine: Engine,
      resending: Door.Resending = .sameTap
    ) async throws -> DoorRound.Outcome {
      let tally = try await engine.tallyOfAda()
      let store = try await engine.store(at: tally.store, clock: WallClock())
      let members = try await logInMembers(of: store, in: tally)
      let credentials = try #require(try await store.countAttempt(at: "ada"))
      let ada = try await store.beginSession(
        with: credentials, newHash: nil, on: Device(place: "desk")
      ).session
      var (random, outcome) = (seed.generator, DoorRound.Outcome())
      for number in 1...rounds {
        let name = try CounterName("door-\(number)", in: UnicodeNormalizer())
        let counter = try await store.createCounter(named: name, in: ada)
        for member in members {
          _ = try await store.share(counter, with: try Username(member.name), as: .counts, in: ada)
        }
        let killed = members.map(\.name).shuffled(using: &random).prefix(Self.killedDoors)
        let round = members.map { name, environment in
          // One in each half.
          let halves = [0..<taps / 2, taps / 2..<taps]
          let kills = killed.contains(name) ? halves.map { $0.randomElement(using: &random) } : []
          return DoorRound.Member(
            name: name, environment: environment,
            taps: Tap.random(taps, of: counter.name.text, using: &random),
            kills: kills.compactMap(\.self),
            random: SplitMix(seed: random.next()))
        }
        outcome += try await DoorRound(
          counter: counter.name.text, members: round, resending: resending
        ).run(in: tally)
      }
      let faults = try await tally.faults()
      if !faults.isEmpty { outcome.violations.append(faults) }
      return outcome
    }

    /// Members, each logged in on a machine of their own, without hashing passwords.
    private func logInMembers(of store: any Store, in tally: TallyProgram) async throws
      -> [(name: String, environment: [String: String])]
    {
      let main = try CounterName("main", in: UnicodeNormalizer())
      var members: [(String, [String: String])] = []
      for number in 1...Self.doors {
        let user = NewUser(
          username: try Username("member-\(number)"), passwordHash: PasswordHash("none"))
        let new = try await store.signUp(
          user, firstCounter: main, on: Device(place: "door \(number)"))
        let state = tally.file("state-\(number)")
        try await TokenFile(
          path: "\(state)/tally/session", store: tally.store, meaning: "saved login"
        ).save(new.token)
        let environment = tally.environment.merging(["XDG_STATE_HOME": state]) { $1 }
        members.append((user.username.text, environment))
      }
      return members
    }
  }
}

extension DoorRound.Outcome {
  fileprivate static func += (sum: inout Self, other: Self) {
    sum.answered += other.answered
    sum.refused += other.refused
    sum.kills += other.kills
    sum.sets += other.sets
    sum.violations += other.violations
  }
}
