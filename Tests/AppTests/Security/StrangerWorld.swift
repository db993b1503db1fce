import Data
import Domain
import Doubles
import Presentation
import Programs
import Testing

@testable import Commands

/// Ada is logged in. She may see one of eve's counters; another was shared with her once, and one
/// never.
struct StrangerWorld: Sendable {
  let tally: InProcessTally
  let ada: Session
  let eve: Session
  /// Eve's counters.
  let counters: [Counter]
  /// The token of an invitation that eve ended.
  let endedToken: InvitationToken
  let unknownToken = InvitationToken.random()

  init() async throws {
    let tally = try await InProcessTally.ofAda()
    let eve = try await tally.useCases.signUp(
      username: "eve", password: secret(TallyProgram.password),
      repetition: secret(TallyProgram.password), on: Device(place: "tty2")
    ).session
    var counters: [Counter] = []
    for name in ["secret", "left", "shown"] {
      let counter = try await tally.useCases.createCounter(named: name, in: eve)
      _ = try await tally.useCases.changeCount([.add(7)], to: counter, in: eve)
      counters.append(counter)
    }
    for counter in counters.dropFirst() {
      _ = try await tally.useCases.shareCounter(counter, with: "ada", as: .views, in: eve)
    }
    _ = try await tally.useCases.unshareCounter(counters[1], with: "ada", in: eve)
    let invitations = tally.useCases.invitations
    let terms = try Invitation.Terms(.counts, length: nil, places: nil)
    endedToken = try await invitations.invite(to: counters[0], terms, in: eve).token
    _ = try await invitations.uninvite(
      from: counters[0], number: nil, removesGuests: false, in: eve)
    ada = try #require(try await tally.login.session())
    (self.tally, self.eve, self.counters) = (tally, eve, counters)
  }

  /// The counts of eve's counters.
  func counts() async throws -> [Int64] {
    var counts: [Int64] = []
    for counter in counters {
      counts.append(try await tally.store.refreshed(counter, in: eve).count)
    }
    return counts
  }

  /// Makes a counter of ada's, whatever its name.
  func makeOwn(_ name: String, count: Int64) async throws {
    let counter = try await tally.store.createCounter(
      named: CounterName(name, in: UnicodeNormalizer()), in: ada)
    _ = try await tally.store.apply([.set(count)], to: counter, in: ada)
  }

  /// What ada is told, in a session and in a shell, with the name replaced by NAME.
  @MainActor
  func answers(to line: String, about name: String) async throws -> [TallyProgram.Run] {
    let line = line.replacing("NAME", with: name)
    let session = try await tally.session(Array("\(line)\n".utf8))
    return [session, try await run(line)].map { run in
      TallyProgram.Run(
        status: run.status,
        output: run.output.replacing("Type + to start counting\n", with: ""),
        errors: run.errors.replacing(visible(name), with: "NAME"))
    }
  }

  /// Runs a line as in a shell.
  func run(_ line: String) async throws -> TallyProgram.Run {
    let words = line.components(separatedBy: " ")
    let parsed = try await TallyCommand.asyncParseAsRoot(PlainText.shielded(words))
    let command = try #require(parsed as? any Command)
    return try await tally.command { context throws(Refusal) in try await command.run(context) }
  }

  /// The relative difference between the medians of 200 interleaved calls for eve's secret counter
  /// and for a missing one.
  func difference(of timed: TimedCall) async throws -> Double {
    let secret = counters[0]
    let missing = Counter(
      id: 4_711, name: try CounterName("nothing", in: UnicodeNormalizer()), owner: secret.owner,
      permission: .counts, count: 0, changedAt: nil)
    let clock = ContinuousClock()
    var times: [Int64: [Duration]] = [:]
    for pair in 0..<220 {
      // Neither is always the first.
      for counter in pair.isMultiple(of: 2) ? [secret, missing] : [missing, secret] {
        let time = await clock.measure {
          await #expect(throws: Refusal.self) { try await timed.call(self, counter) }
        }
        // The first ones fill caches.
        if pair >= 20 { times[counter.id, default: []].append(time) }
      }
    }
    let medians = times.values.map { $0.sorted()[$0.count / 2] }.sorted()
    let difference = (medians[1] - medians[0]) / medians[1]
    print("\(timed.testDescription): medians over 200 calls each differ by \(difference * 100) %")
    return difference
  }
}

/// Something that ada attempts with a counter of eve's.
struct TimedCall: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let call: @Sendable (StrangerWorld, Counter) async throws -> Void

  init(
    _ name: String, call: @escaping @Sendable (StrangerWorld, Counter) async throws -> Void
  ) {
    testDescription = name
    self.call = call
  }

  /// By name, as people do, and by number, as a program may do.
  static let all = [
    TimedCall("show") {
      _ = try await $0.tally.useCases.findCounter(named: "eve/\($1.name.text)", in: $0.ada)
    },
    TimedCall("up") {
      _ = try await $0.tally.useCases.recordChange(
        CommandRequest(.add(1)), on: "eve/\($1.name.text)", in: $0.ada)
    },
    TimedCall("open") {
      _ = try await $0.tally.useCases.openCounter(named: "eve/\($1.name.text)", in: $0.ada)
    },
    TimedCall("refreshed") { _ = try await $0.tally.store.refreshed($1, in: $0.ada) },
    TimedCall("history") {
      _ = try await $0.tally.store.numbers(ofNewest: 9, of: $1, during: nil, in: $0.ada)
    },
    TimedCall("members") { world, counter in
      _ = try await world.tally.useCases.members(of: counter, in: world.ada)
    },
    TimedCall("target") {
      _ = try await $0.tally.useCases.setTarget(9, of: $1, in: $0.ada)
    },
    TimedCall("share") {
      _ = try await $0.tally.useCases.shareCounter($1, with: "eve", as: .views, in: $0.ada)
    },
    TimedCall("unshare") {
      _ = try await $0.tally.useCases.unshareCounter($1, with: "eve", in: $0.ada)
    },
    // A link of an invitation that has ended, and one that never was.
    TimedCall("join") {
      let token = $1.name.text == "secret" ? $0.endedToken : $0.unknownToken
      _ = try await $0.tally.useCases.join(by: token, named: "Door 2", on: Device(place: "phone"))
    },
    TimedCall("leave") { try await $0.tally.useCases.members.leave($1, in: $0.ada) },
  ]
}
