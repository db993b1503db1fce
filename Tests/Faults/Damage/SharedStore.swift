import Data
import Domain
import Doubles
import Foundation

/// A store with two people, one of whom has recognisable data.
struct SharedStore: Sendable {
  /// Texts that occur in all of eve's visible data.
  static let marks = ["evesecret", "86420864208642"]
  /// The amount that eve adds. Its first digits stay the same when ada's are added.
  private static let amount: Int64 = 86_420_864_208_642_000

  let clock = ManualClock()
  let content: Data
  let token: SessionToken
  let counters: [Counter]
  /// eve's counters as an attacker would know them: by number, without names.
  let others: [Counter]

  init() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/tally.db"
    let store = try await SQLiteStore(path: path, clock: clock)
    // Other accounts have numbers before and after hers, some at a distance.
    var others = [try await Self.signedUp("evesecret-1", in: store).session]
    let ada = try await Self.signedUp("ada", in: store)
    for number in 2...4 {
      others.append(try await Self.signedUp("evesecret-\(number)", in: store).session)
    }
    var theirs: [Counter] = []
    for (number, other) in others.enumerated() {
      let own = try await store.createCounter(named: Self.name("tea \(number)"), in: ada.session)
      let counter = try await store.createCounter(
        named: Self.name("evesecret \(number)"), in: other)
      for change in 0..<10 {
        clock.advance(seconds: 60)
        _ = try await store.apply(
          [.add(2), .set(40), .undo, .redo, .reset, .undo], to: own, in: ada.session)
        _ = try await store.record(
          CommandRequest(.add(Self.amount), id: Change.ID("evesecret \(number)-\(change)")),
          on: counter.name, creating: false, in: other)
        _ = try await store.apply([.undo, .redo], to: counter, in: other)
      }
      theirs.append(counter)
      // Ada is a former member of each, and the others share with each other.
      try store.run(
        "INSERT INTO members VALUES (\(counter.id), 1, \(ada.session.user.id), NULL, 5, 6, NULL)")
      for (place, member) in others.enumerated() where place != number {
        try store.run(
          "INSERT INTO members VALUES (\(counter.id), \(place + 2), \(member.user.id), 'counts', NULL, NULL, NULL)"
        )
      }
    }
    self.others = theirs.map {
      Counter(
        id: $0.id, name: CounterName(text: "unknown", key: "unknown"), owner: $0.owner, count: 0,
        changedAt: nil)
    }
    token = ada.token
    counters = try await store.counters(in: ada.session)
    content = try Data(contentsOf: URL(fileURLWithPath: path))
  }

  private static func signedUp(_ name: String, in store: SQLiteStore) async throws -> NewSession {
    try await store.signUp(
      NewUser(username: Username(name), passwordHash: PasswordHash("hash of \(name)")),
      firstCounter: Self.name("main"), on: Device(place: "tty of \(name)"))
  }

  private static func name(_ text: String) throws -> CounterName {
    try CounterName(text, in: FoundationNormalizer())
  }
}
