import Commands
import Doubles
import Foundation
import Programs
import Synchronization
import Testing

@testable import Server

/// Nobody can take the streams and the connections from others.
@Suite(.limited) struct RoomTests {
  private static func address(_ number: UInt8) -> NetworkAddress {
    NetworkAddress(bytes: [10, 0, 0, number]) ?? .unspecified
  }

  @Test func `an account has so many streams, and gets places back`() throws {
    let room = StreamRoom(most: 10, mostOfAccount: 2)
    let first = try #require(room.enter(1, from: Self.address(1)))
    #expect(room.enter(1, from: Self.address(2)) != nil)
    #expect(room.enter(1, from: Self.address(3)) == nil)
    room.leave(first)
    #expect(room.enter(1, from: Self.address(3)) != nil)
  }

  @Test func `when all streams are taken, a network with few gets a place of one with the most`()
    throws
  {
    let room = StreamRoom(most: 6)
    let many = (1...4).compactMap { room.enter($0, from: Self.address(1)) }
    let few = (5...6).compactMap { room.enter($0, from: Self.address(2)) }
    // However many accounts they have there.
    #expect(room.enter(7, from: Self.address(1)) == nil)
    let new = try #require(room.enter(8, from: Self.address(3)))
    #expect(many.map(\.isLost) == [false, false, false, true])
    #expect(room.enter(9, from: Self.address(3)) != nil)
    #expect(many.map(\.isLost) == [false, false, true, true])
    // Now all have the same.
    for network in 1...3 as ClosedRange<UInt8> {
      #expect(room.enter(10, from: Self.address(network)) == nil)
    }
    #expect(!few.contains(where: \.isLost) && !new.isLost)
  }

  @Test func `in one network, an account with few streams gets a place of one with the most`()
    throws
  {
    let room = StreamRoom(most: 6)
    let ada = (1...4).compactMap { _ in room.enter(1, from: Self.address(1)) }
    let bea = (1...2).compactMap { _ in room.enter(2, from: Self.address(1)) }
    #expect(room.enter(1, from: Self.address(1)) == nil)
    let cleo = try #require(room.enter(3, from: Self.address(1)))
    #expect(ada.map(\.isLost) == [false, false, false, true])
    #expect(!bea.contains(where: \.isLost) && !cleo.isLost)
  }

  @Test func `an account that comes from many networks takes no more than from one`() throws {
    let room = StreamRoom(most: 6)
    let ada = (1...6).compactMap { room.enter(1, from: Self.address($0)) }
    #expect(ada.count == 6)
    #expect(room.enter(2, from: Self.address(7)) != nil)
    #expect(room.enter(2, from: Self.address(8)) != nil)
    #expect(room.enter(1, from: Self.address(9)) == nil)
    #expect(ada.count(where: \.isLost) == 2)
  }

  @Test(arguments: 0..<20)
  func `places change hands only until all have the same share`(part: Int) {
    let seed = Seed() + part
    var generator = seed.generator
    let room = StreamRoom(most: 12)
    var asking = (0..<30).map { _ in
      (Int64.random(in: 1...5, using: &generator), UInt8.random(in: 1...4, using: &generator))
    }
    var open: [(StreamRoom.Place, (Int64, UInt8))] = []
    // Whoever lost a place asks again, over and over.
    for _ in 0..<200 {
      var refused: [(Int64, UInt8)] = []
      for one in asking {
        if let place = room.enter(one.0, from: Self.address(one.1)) {
          open.append((place, one))
        } else {
          refused.append(one)
        }
      }
      let lost = open.filter(\.0.isLost).map(\.1)
      open.removeAll(where: \.0.isLost)
      #expect(open.count <= 12, "\(seed)")
      if lost.isEmpty { return }
      asking = refused + lost
    }
    Issue.record("Two take places from each other for ever, with \(seed)")
  }

  @Test func `a stream that loses its place before it is sent is ended`() throws {
    let room = StreamRoom(most: 2)
    let places = (1...2).compactMap { _ in room.enter(1, from: Self.address(1)) }
    #expect(room.enter(2, from: Self.address(2)) != nil)
    let ends = Mutex(0)
    places[1].whenLost { ends.withLock { $0 += 1 } }
    #expect(ends.withLock { $0 } == 1)
  }

  @Test func `a new connection closes the one that waits longest, of the network with the most`()
    throws
  {
    let room = ConnectionRoom(most: 5)
    let closed = Mutex<[Int]>([])
    func enter(_ number: Int, _ network: UInt8) -> ConnectionRoom.Place? {
      room.enter(from: Self.address(network)) { closed.withLock { $0.append(number) } }
    }
    let first = try #require(enter(1, 1))
    for number in 2...4 { #expect(enter(number, 1) != nil) }
    let other = try #require(enter(5, 2))
    first.note(isAnswering: true)
    #expect(enter(6, 3) != nil)
    #expect(enter(7, 1) != nil)
    #expect(closed.withLock { $0 } == [2, 3])
    first.note(isAnswering: false)
    room.leave(other)
    #expect(enter(8, 4) != nil)
    #expect(closed.withLock { $0 } == [2, 3])
    #expect(enter(9, 4) != nil)
    #expect(closed.withLock { $0 } == [2, 3, 4])
  }

  @Test func `whoever has no stream gets one although somebody else has taken all`()
    async throws
  {
    let server = try await ServerProcess(
      for: try await TallyProgram.ofAdaAndBea(), program: ServerProcess.program(withFiles: 200))
    let (ada, bea) = (try server.tally.cookie(), try server.tally.cookie(of: "bea"))
    var streams: [Connection] = []
    for _ in 0..<50 {
      streams.append(try await server.stream(cookie: ada))
      #expect(try await streams.last?.nextCount() == 0)
    }
    let refused = try await server.stream(cookie: ada).reply()
    #expect(refused.status == 503)
    #expect(refused["retry-after"] == "30")
    #expect(refused.body == "Too many pages are open\n")
    let own = try await server.stream(Number.beasMain, cookie: bea)
    #expect(try await own.nextCount() == 0)
    #expect(try await streams[49].nextCount() == nil)
    // Taps are served meanwhile, and the others see them.
    #expect(try await server.tap(["tap"], cookie: ada).status == 200)
    for stream in streams.dropLast() { #expect(try await stream.nextCount() == 1) }
  }

  @Test func `connections that wait make nobody wait when there is no room`() async throws {
    let server = try await ServerProcess(
      for: try await TallyProgram.ofAda(), program: ServerProcess.program(withFiles: 200))
    let page = HTTPText("GET", "/assets/tally.css")
    func use(from address: String) async throws -> (
      connection: Connection, at: ContinuousClock.Instant
    ) {
      let start = ContinuousClock.now
      let connection = try await server.connect(
        from: address, sending: page.text(for: "localhost"))
      #expect(try await connection.reply().status == 200)
      return (connection, start)
    }
    // The oldest one, but of somebody who has no other.
    let own = try await use(from: "127.0.0.4")
    let idle = try await (0..<99).asyncMap { _ in try await use(from: "127.0.0.2") }
    let others = try await (0..<10).asyncMap { _ in try await use(from: "127.0.0.3") }
    for (connection, _) in idle.prefix(10) { #expect(try await connection.rest() == "") }
    // Had they waited for the end of idle ones, the oldest would be one of them. On a slow machine,
    // some may have been idle for 60 seconds by now.
    let ended = (idle.dropFirst(10) + others + [own]).count { used in
      used.connection.hasReceived && ContinuousClock.now - used.at < .seconds(60)
    }
    #expect(ended == 0)
  }

  @Test func `whoever gets no connection is told`() async throws {
    let server = try await ServerProcess(
      for: try await TallyProgram.ofAda(), program: ServerProcess.program(withFiles: 200))
    let cookie = try server.tally.cookie()
    let streams = try await (0..<50).asyncMap { _ in try await server.stream(cookie: cookie) }
    for stream in streams { #expect(try await stream.nextCount() == 0) }
    // No tap is answered while somebody else writes.
    let gate = open(server.tally.file("data/tally/tally.db.gate"), O_RDWR | O_CLOEXEC)
    try #require(gate >= 0 && flock(gate, LOCK_EX) == 0)
    defer { close(gate) }
    var (told, taps): (Reply?, [Connection]) = (nil, [])
    while told == nil, taps.count < 500 {
      let tap = try await server.connect()
      let request = HTTPText(
        "POST", "/taps", ["Content-Type": "application/json", "Cookie": cookie],
        body: #"{"account":1,"counter":1,"taps":[{"id":"t\#(taps.count)","amount":1,"age":0}]}"#)
      try await tap.send(request.text(for: "localhost"))
      taps.append(tap)
      for tap in taps where tap.hasReceived && told == nil {
        guard let reply = try? await tap.reply() else { continue }
        if reply.body.hasPrefix("Too many connections") { told = reply }
      }
    }
    #expect(told?.status == 503)
    #expect(told?.body == "Too many connections are open. Try again in a few seconds\n")
    #expect(told?["retry-after"] == "5")
    #expect(told?["connection"] == "close")
  }
}
