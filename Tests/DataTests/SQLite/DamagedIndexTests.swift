import Domain
import Foundation
import Testing

@testable import Data

/// An index says where a row is, and the row says whose it is. When one of them is damaged, it may
/// lead to somebody else's data.
@Suite(.limited) struct `Rows and indexes that disagree` {
  private let folder: StoreFolder
  private let ada: NewSession
  private let eve: NewSession
  private let digest: [UInt8]

  init() async throws {
    folder = try StoreFolder()
    let store = try await folder.store()
    // SQLite stores the number 1 without a byte, so the first account takes it; ada gets 2 and eve
    // 3.
    _ = try await folder.counting(in: store, as: "first")
    ada = try await store.signedUp("ada", counter: "Main of ada")
    eve = try await store.signedUp("eve")
    try #require([ada, eve].map(\.session.id) == [2, 3])
    try #require([ada, eve].map(\.session.user.id) == [2, 3])
    digest = sha256(ada.token.bytes)
    store.close()
  }

  /// Changes one place in the file.
  private func replace(_ old: [UInt8], with new: [UInt8]) throws {
    let place = try #require(try content(of: folder.path).range(of: Data(old)))
    try folder.overwrite(new, at: place.lowerBound)
  }

  private func expectDamage(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
  ) async {
    let refusal = await #expect(throws: Refusal.self, sourceLocation: sourceLocation) {
      try await body()
    }
    expect(refusal, is: { .store(.damaged(cause: $0)) }, sourceLocation: sourceLocation)
  }

  @Test func `show no counter of somebody else`() async throws {
    let key = Array("main of ada".utf8)
    try replace(key + [2], with: key + [3])
    let store = try await folder.store()
    await expectDamage { _ = try await store.counters(in: ada.session) }
    await expectDamage { _ = try await store.extents(in: ada.session) }
    await expectDamage {
      _ = try await store.counter(named: name("main of ada"), in: ada.session)
    }
  }

  @Test func `import nothing into somebody else's counter`() async throws {
    let key = Array("main of ada".utf8)
    try replace(key + [2], with: key + [3])
    let store = try await folder.store()
    let rows = try [row("a", .change, 5, in: "main of ada")]
    await #expect(throws: Refusal.counterExists(try name("main of ada"))) {
      try await store.take(rows, in: ada.session)
    }
    #expect(try store.values("SELECT count(*) FROM changes") == ["0"])
  }

  @Test func `check no password of somebody else`() async throws {
    let key = Array("ada".utf8)
    try replace(key + [2], with: key + [3])
    let store = try await folder.store()
    await expectDamage { _ = try await store.countAttempt(at: "ada") }
  }

  @Test func `resume no session of somebody else when the index is wrong`() async throws {
    try replace(digest + [2], with: digest + [3])
    let store = try await folder.store()
    await expectDamage { _ = try await store.resumeSession(ada.token) }
  }

  @Test func `resume no session of somebody else when the row is wrong`() async throws {
    try replace([2] + digest, with: [3] + digest)
    let store = try await folder.store()
    await #expect(throws: Refusal.notLoggedIn) { try await store.resumeSession(ada.token) }
  }

  /// A counter shared with one of two accounts, whose numbers are bytes found nowhere else.
  @Test(arguments: [true, false])
  func `make nobody a member of somebody else's counter`(isRowWrong: Bool) async throws {
    let store = try await folder.store()
    try store.run("UPDATE sqlite_sequence SET seq = 0x11223344 WHERE name = 'users'")
    let bea = try await store.signedUp("bea").session
    let cleo = try await store.signedUp("cleo").session
    let counter = try #require(try await store.openCounter(in: ada.session))
    try store.share(counter, with: bea.user, as: .counts)
    _ = try await store.refreshed(counter, in: bea)
    store.close()
    // The role follows the account in the row, and the counter in the index.
    let (beas, cleos): ([UInt8], [UInt8]) = ([0x11, 0x22, 0x33, 0x45], [0x11, 0x22, 0x33, 0x46])
    // A record of the index begins with the size of its header and the types of its three numbers:
    // what follows the account elsewhere, such as a digest, may be any byte.
    let before: [UInt8] = isRowWrong ? [] : [4, 4, 1, 9]
    let next = isRowWrong ? Array("counts".utf8) : [UInt8(counter.id)]
    try replace(before + beas + next, with: before + cleos + next)
    let damaged = try await folder.store()
    for session in [bea, cleo] {
      await #expect(throws: Refusal.noSuchCounter(named: counter.name.text, near: nil)) {
        try await damaged.refreshed(counter, in: session)
      }
    }
  }

  @Test func `show no change of somebody else`() async throws {
    let store = try await folder.store()
    let counter = try #require(try await store.openCounter(in: ada.session))
    _ = try await store.apply([.add(5), .undo], to: counter, in: ada.session)
    try store.run("PRAGMA foreign_keys = OFF; UPDATE changes SET user_id = 3 WHERE seq = 1")
    await expectDamage { _ = try await store.history(of: counter, newest: 9, in: ada.session) }
    await expectDamage { _ = try await store.apply([.redo], to: counter, in: ada.session) }
  }

  @Test(arguments: [true, false])
  func `sum no change of somebody else, before or after one's own`(isLater: Bool)
    async throws
  {
    let (session, other) = isLater ? (ada.session, eve.session) : (eve.session, ada.session)
    let store = try await folder.store()
    let own = try #require(try await store.openCounter(in: session))
    let others = try #require(try await store.openCounter(in: other))
    try #require(abs(own.id - others.id) == 1)
    let amount: Int64 = 86_420_864_208_642_000
    _ = try await store.apply([.add(5), .add(6)], to: own, in: session)
    _ = try await store.apply([.add(amount)], to: others, in: other)
    #expect(try await store.sums(of: own, between: always, in: session) == [11])
    store.close()
    let entry = bytes(of: folder.clock.now.milliseconds).dropFirst(2) + bytes(of: amount)
    try replace([UInt8(others.id)] + entry, with: [UInt8(own.id)] + entry)
    let damaged = try await folder.store()
    await expectDamage { _ = try await damaged.sums(of: own, between: always, in: session) }
  }

  private func bytes(of number: Int64) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian, Array.init)
  }
}
