import Domain
import Foundation
import Testing

@testable import Data

@Suite(.limited) struct `A session's token` {
  @Test func `is 32 random bytes, new at each login, like that of a new device`() async throws {
    let world = try await AccountWorld()
    try await world.signUp()
    var tokens: Set<[UInt8]> = []
    for _ in 0..<10 {
      let new = try await world.logIn()
      tokens.formUnion([new.token.bytes, new.device.bytes])
    }
    #expect(tokens.count == 20)
    #expect(tokens.allSatisfy { $0.count == 32 })
    // 640 random bytes have about 235 different values, with a standard deviation of about 5.
    #expect(Set(tokens.joined()).count > 190)
  }

  @Test func `is stored only as its SHA-256, like a device's`() async throws {
    // The example of FIPS 180-4.
    #expect(
      hexadecimal(sha256(Array("abc".utf8)))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let world = try await AccountWorld()
    let new = try await world.signUp()
    let tokens = [("sessions", new.token.bytes), ("devices", new.device.bytes)]
    for (table, token) in tokens {
      #expect(
        try world.store.values("SELECT lower(hex(token_digest)) FROM \(table)")
          == [hexadecimal(sha256(token))])
    }
    world.store.close()
    for name in try world.folder.folder.names() {
      let content = try content(of: world.folder.folder.file(name))
      for (_, token) in tokens {
        #expect(content.range(of: Data(token)) == nil)
        #expect(content.range(of: Data(hexadecimal(token).utf8)) == nil)
      }
    }
  }

  @Test(arguments: [
    "UPDATE sessions SET used_at = -9223372036854775808",
    "UPDATE sessions SET token_digest = zeroblob(32)",
    "DELETE FROM sessions",
  ])
  func `proves nothing when its row was tampered with`(_ sql: String) async throws {
    let world = try await AccountWorld()
    let new = try await world.signUp()
    try world.store.run(sql)
    await #expect(throws: Refusal.notLoggedIn) { try await world.store.resumeSession(new.token) }
  }

  @Test func `proves nothing when its row belongs to nobody`() async throws {
    let world = try await AccountWorld()
    let new = try await world.signUp()
    try world.store.run(
      "PRAGMA foreign_keys = OFF; UPDATE sessions SET user_id = 9223372036854775807")
    let refusal = await #expect(throws: Refusal.self) {
      try await world.store.resumeSession(new.token)
    }
    expect(refusal, is: { .store(.damaged(cause: $0)) })
  }

  @Test func `depends only on its own row, even if others were tampered with`() async throws {
    let world = try await AccountWorld()
    let ada = try await world.signUp("ada")
    try await world.signUp("bob")
    try world.store.run(
      "UPDATE users SET username = '!', username_key = '!' WHERE username = 'bob'; UPDATE sessions "
        + "SET used_at = 9223372036854775807, place = char(27) || '[31m'")
    #expect(try await world.store.resumeSession(ada.token).user == ada.session.user)
    world.folder.clock.advance(seconds: 365 * day)
    await #expect(throws: Refusal.notLoggedIn) { try await world.store.resumeSession(ada.token) }
  }
}
