import Doubles
import Foundation
import Programs
import Testing

@testable import Server

/// Many people at once: a part of them in every run, all with `TALLY_SECURITY=full`.
@Suite(.limited) struct CrowdTests {
  @Test func `while 200 log in at once, others count, and one password is hashed at a time`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let cookie = try server.tally.cookie()
    #expect(try await server.tap(["first"], cookie: cookie).status == 200)
    let before = try server.peakMemory
    let people = SecurityScale.repetitions(20, full: 200)
    var logins: [Connection] = []
    for number in 0..<people {
      // Each name and each address has a throttle of its own.
      let login = try await server.connect(from: "127.0.1.\(number % 20 + 1)")
      let form = HTTPText(
        "POST", "/login",
        body: """
          id=\(String(format: "%032x", number))&username=user\(number)\
          &password=wrong+guess+1&do=log+in
          """)
      try await login.send(form.text(for: "127.0.0.1:\(server.port)"))
      logins.append(login)
    }
    for number in 0..<5 {
      #expect(try await server.tap(["tap\(number)"], cookie: cookie).status == 200)
    }
    #expect(logins.contains { !$0.hasReceived })
    let replies = try await logins.asyncMap { try await $0.reply() }
    #expect(replies.allSatisfy { $0.status == 422 })
    // A hash takes 64 MiB.
    #expect(try server.peakMemory - before < 110 << 20)
  }

  @Test func `SIGTERM while phones tap loses nothing that was answered`() async throws {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let cookie = try server.tally.cookie()
    let phones = SecurityScale.repetitions(8, full: 64)
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for phone in 0..<phones {
        group.addTask {
          var answered = 0
          // A refused connection, or one without an answer, is the end.
          while !Task.isCancelled,
            let reply = try? await server.tap(["tap\(phone)-\(answered)"], cookie: cookie)
          {
            #expect(reply.status == 200)
            answered += 1
          }
          return answered
        }
      }
      try await eventually("\(phones) taps") {
        try await Int(server.tally.count().dropLast()) ?? 0 >= phones
      }
      #expect(try await server.end(by: SIGTERM) == 0)
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let count = try #require(Int(try await server.tally.count().dropLast()))
    // At most one tap of each phone was counted without an answer.
    #expect((0...phones).contains(count - counts.reduce(0, +)))
  }

  @Test(.enabled(if: SecurityScale.isFull, "part of the full form"))
  func `2,000 streams are served, and whoever has few gets a place of who has the most`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    var cookies = [try server.tally.cookie()]
    for number in 2...21 {
      try await server.tally.signUp("user\(number)")
      _ = try await server.tally.run(["share", "main", "with", "user\(number)"])
      cookies.append(try server.tally.cookie(of: "user\(number)"))
    }
    let before = try server.peakMemory
    var streams: [Connection] = []
    for number in 0..<Limits.streams {
      streams.append(try await server.stream(cookie: cookies[number / 100]))
      #expect(try await streams[number].nextCount() == 0)
    }
    let refused = try await server.stream(cookie: cookies[0]).reply()
    #expect(refused.status == 503)
    #expect(refused["retry-after"] == "30")
    // 20 accounts at one address cannot take them from another account there, nor elsewhere.
    for (address, number) in [("127.0.0.1", 1_999), ("127.0.0.2", 1_899)] {
      let other = try await server.stream(cookie: cookies[20], from: address)
      #expect(try await other.nextCount() == 0)
      #expect(try await streams[number].nextCount() == nil)
      streams[number] = other
    }
    #expect(try await server.tap(["tap"], cookie: cookies[0]).status == 200)
    for stream in streams { #expect(try await stream.nextCount() == 1) }
    let perStream = (try server.peakMemory - before) / Limits.streams
    print("Each of \(Limits.streams) streams takes \(perStream / 1_024) KiB")
    #expect(perStream < 100 << 10)
    #expect(try await server.end(by: SIGTERM) == 0)
  }
}

extension ServerProcess {
  /// The most memory that the server has used, in bytes.
  fileprivate var peakMemory: Int {
    get throws {
      let status = try String(
        contentsOfFile: "/proc/\(child.identifier)/status", encoding: .utf8)
      let kibibytes = try #require(status.firstMatch(of: /VmHWM:\s+(\d+) kB/).map { Int($0.1) })
      return try #require(kibibytes) << 10
    }
  }
}
