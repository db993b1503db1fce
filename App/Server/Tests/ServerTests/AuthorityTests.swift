import Commands
import Composition
import Domain
import Doubles
import Foundation
import Programs
import Testing

@testable import Server

/// The authority of a machine over the weeks.
@Suite(.limited) struct AuthorityTests {
  private let clock = ManualClock()
  private let tally: TallyProgram

  init() throws {
    tally = try TallyProgram()
  }

  private var file: PrivateFile {
    PrivateFile(path: tally.file("authority.pem"), meaning: "authority", remedy: "start again")
  }

  private func keeper(_ addresses: String...) throws -> AuthorityKeeper {
    try AuthorityKeeper(
      file: file, clock: clock, addresses: addresses.compactMap { NetworkAddress($0) })
  }

  @Test func `a certificate has the machine's names and private addresses`() throws {
    let keeper = try keeper("192.168.1.5", "203.0.113.5")
    #expect(
      keeper.certificate.hosts.isSuperset(of: ["localhost", "127.0.0.1", "::1", "192.168.1.5"]))
    #expect(!keeper.certificate.hosts.contains("203.0.113.5"))
    #expect(keeper.authority.permits("localhost"))
    #expect(!keeper.authority.permits("bank.test"))
    // A machine may be called dev, and so is a part of the internet.
    let name = try #require(MachineNetwork.name)
    #expect(keeper.authority.permits("\(name).local") && !keeper.authority.permits(name))
  }

  @Test func `phones trust the same authority when its file was removed meanwhile`() throws {
    let keeper = try keeper("192.168.1.5")
    let root = keeper.authority.file
    #expect(unlink(tally.file("authority.pem")) == 0)
    let address = try #require(NetworkAddress("10.42.0.1"))
    #expect(try keeper.refresh(for: [address]) == .certificate)
    #expect(keeper.authority.file == root)
    #expect(try self.keeper("10.42.0.1").authority.file == root)
  }

  @Test func `a new address brings a certificate of the same authority, which keeps the others`()
    throws
  {
    let keeper = try keeper("192.168.1.5")
    let root = keeper.authority.file
    let addresses = ["10.42.0.1", "fd00::7"].compactMap { NetworkAddress($0) }
    #expect(try keeper.refresh(for: addresses) == .certificate)
    #expect(keeper.certificate.hosts.isSuperset(of: ["192.168.1.5", "10.42.0.1", "fd00::7"]))
    #expect(keeper.authority.file == root)
    let before = try keeper.authority.chain
    #expect(try keeper.refresh(for: addresses.reversed()) == nil)
    #expect(try keeper.refresh(for: []) == nil)
    #expect(try keeper.authority.chain == before)
    // Another program of this user gets the same.
    #expect(try self.keeper("10.42.0.1").authority.chain == before)
  }

  @Test func `of many addresses, a certificate keeps the newest`() throws {
    let keeper = try keeper()
    for number in UInt8(1)...40 {
      let address = try #require(NetworkAddress(bytes: [10, 0, 0, number]))
      #expect(try keeper.refresh(for: [address]) == .certificate)
    }
    let hosts = keeper.certificate.hosts
    #expect(hosts.contains("10.0.0.40") && hosts.contains("10.0.0.9"))
    #expect(!hosts.contains("10.0.0.8"))
  }

  @Test func `phones have to trust another authority after 89 days, which is announced for 14`()
    throws
  {
    let keeper = try keeper("192.168.1.5")
    let first = keeper.authority
    let day: Int64 = 86_400
    clock.advance(seconds: 76 * day - 1)
    #expect(!first.isNearEnd(at: clock.now))
    clock.advance(seconds: 2)
    #expect(first.isNearEnd(at: clock.now))
    clock.advance(seconds: 13 * day - 2)
    #expect(try keeper.refresh(for: []) == nil)
    clock.advance(seconds: 1)
    #expect(try keeper.refresh(for: []) == .authority)
    #expect(keeper.authority.file != first.file)
    #expect(keeper.certificate.hosts.contains("localhost"))
    #expect(!keeper.authority.isNearEnd(at: clock.now))
  }

  @Test func `a phone's clock may be two days behind, and the machine's may be set back a day`()
    throws
  {
    let keeper = try keeper("192.168.1.5")
    let root = keeper.authority.file
    clock.advance(seconds: -86_400)
    #expect(try keeper.refresh(for: []) == nil)
    clock.advance(seconds: -2 * 86_400)
    #expect(try keeper.refresh(for: []) == .authority)
    #expect(keeper.authority.file != root)
  }

  @Test func `everything stays as it is while the file cannot be written`() throws {
    let keeper = try keeper("192.168.1.5")
    let chain = try keeper.authority.chain
    #expect(chmod(tally.file("authority.pem"), 0o644) == 0)
    let address = try #require(NetworkAddress("10.42.0.1"))
    #expect(throws: Refusal.self) { try keeper.refresh(for: [address]) }
    #expect(try keeper.authority.chain == chain)
    #expect(!keeper.certificate.hosts.contains("10.42.0.1"))
  }
}
