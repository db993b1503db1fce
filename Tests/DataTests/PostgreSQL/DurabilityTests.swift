import Domain
import Testing

@testable import Data

@Suite(.limited) struct `What a server's settings promise` {
  private typealias Case = (
    settings: [String: String], standby: ServerSettings.Standby, promise: Durability.Promise
  )

  private static func values(_ changed: [String: String] = [:]) -> [String: String] {
    let usual = [
      "synchronous_commit": "on", "fsync": "on", "full_page_writes": "on",
      "synchronous_standby_names": "",
    ]
    return usual.merging(changed) { $1 }
  }

  @Test(
    arguments: [
      ([:], .missing, .survivesCrash),
      (["synchronous_commit": "local"], .missing, .survivesCrash),
      (["synchronous_commit": "off"], .missing, .lostInCrash(.commit("off"))),
      (["fsync": "off"], .missing, .damagedByCrash(because: [.init("fsync", "off")])),
      (
        ["full_page_writes": "off", "synchronous_commit": "off"], .missing,
        .damagedByCrash(because: [.init("full_page_writes", "off")])
      ),
      (
        ["full_page_writes": "off", "fsync": "off"], .missing,
        .damagedByCrash(because: [.init("fsync", "off"), .init("full_page_writes", "off")])
      ),
      (["synchronous_standby_names": "*"], .connected, .survivesLossOfMachine),
      (["synchronous_standby_names": "*"], .hidden, .survivesLossOfMachine),
      (["synchronous_standby_names": "*"], .missing, .waits),
      (
        ["synchronous_standby_names": "*", "synchronous_commit": "remote_apply"], .connected,
        .survivesLossOfMachine
      ),
      (
        ["synchronous_standby_names": "*", "synchronous_commit": "remote_write"], .connected,
        .lostWithMachine(because: .commit("remote_write"))
      ),
      (
        ["synchronous_standby_names": "*", "synchronous_commit": "local"], .connected,
        .lostWithMachine(because: .commit("local"))
      ),
      (
        ["synchronous_standby_names": "*", "synchronous_commit": "off"], .connected,
        .lostInCrash(.commit("off"))
      ),
    ] as [Case])
  func `is the least that one of them allows`(
    _ changed: [String: String], standby: ServerSettings.Standby, promise: Durability.Promise
  ) {
    let server = ServerSettings(values: Self.values(changed), standby: standby)
    #expect(Durability(server).promise == promise)
  }

  @Test func `is unknown when the server does not tell them`() {
    let server = ServerSettings(values: ["synchronous_commit": "on"], standby: .missing)
    #expect(Durability(server).promise == .unknown)
  }
}

extension Durability.Promise {
  fileprivate static func lostInCrash(_ setting: Durability.Setting) -> Self {
    .lostInCrash(because: setting)
  }
}

extension Durability.Setting {
  fileprivate static func commit(_ value: String) -> Self { Self("synchronous_commit", value) }
}
