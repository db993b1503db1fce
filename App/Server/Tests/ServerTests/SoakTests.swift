import Foundation
import Programs
import Testing

/// A server that is used all the time: for some rounds in every run, for an hour with
/// `TALLY_SOAK=full`.
@Suite(.limited) struct SoakTests {
  private static let isFull = ProcessInfo.processInfo.environment["TALLY_SOAK"] == "full"
  private static let (warmUp, rest): (Duration, Duration) =
    isFull ? (.seconds(10 * 60), .seconds(50 * 60)) : (.zero, .zero)

  @Test func `a server in use counts each tap once, and needs no more than when it was warm`()
    async throws
  {
    var house = try await House()
    try await house.count(for: Self.warmUp)
    let warm = try await house.needs()
    try await house.count(for: Self.rest)
    let needs = try await house.needs()
    print("After \(house.rounds) rounds the server needs \(needs), and \(warm) when it was warm")
    #expect(needs.openFiles <= warm.openFiles)
    // After some rounds it is not warm yet.
    #expect(needs.memory < warm.memory + (Self.isFull ? 16 : 64) << 20)
    let tally = house.server.tally
    #expect(try await tally.run(["check"]).status == 0)
    #expect(try await house.server.end(by: SIGTERM) == 0)
    let others = house.server.logLines.filter { line in
      !line.contains(" 200 ") && !line.contains(" POST login 422 ")
    }
    #expect(others.prefix(5) == [])
  }
}

/// People who count one counter by phones, in pages and in shells.
private struct House {
  /// What the server needs of the machine while nobody is connected.
  struct Needs: CustomStringConvertible {
    let openFiles: Int
    /// In bytes.
    let memory: Int
    var description: String { "\(memory >> 20) MiB and \(openFiles) open files" }
  }

  private static let phones = 8
  private static let tapsOfEach = 5

  let server: ServerProcess
  private let socketsAtStart: Int
  private(set) var rounds = 0
  /// A thousand is passed in every run.
  private var count = 900
  private let cookies: [(account: Int, cookie: String)]

  init() async throws {
    server = try await ServerProcess(for: try await TallyProgram.ofAdaAndBea())
    socketsAtStart = try server.openSockets
    try await server.tally.signUp("cleo")
    for member in ["bea", "cleo"] {
      try #require(try await server.tally.run(["share", "main", "with", member]).status == 0)
    }
    try #require(try await server.tally.run(["set", "main", "\(count)"]).status == 0)
    cookies = [
      (Number.ada, try server.tally.cookie()), (Number.bea, try server.tally.cookie(of: "bea")),
    ]
  }

  /// Counts for a time, or for three rounds if that takes longer.
  mutating func count(for time: Duration) async throws {
    let (end, last) = (ContinuousClock.now + time, rounds + 3)
    while .now < end || rounds < last {
      rounds += 1
      try await countOnce()
    }
  }

  private mutating func countOnce() async throws {
    let watching = try await server.stream(cookie: cookies[0].cookie)
    try await withThrowingTaskGroup { [house = self] group in
      for phone in 0..<Self.phones { group.addTask { try await house.tap(onPhone: phone) } }
      group.addTask { try await house.guess() }
      group.addTask { try await house.typeAndUndo() }
      try await group.waitForAll()
    }
    count += Self.phones * Self.tapsOfEach
    #expect(try await server.tally.count() == "\(count)\n")
    while let seen = try await watching.nextCount(), seen != count {}
    let page = try await Browser(server, cookies[1].cookie).open("/shared/ada/main")
    #expect(page.body.contains(" data-count=\"\(count)\""))
  }

  /// Sends a phone's taps, and again as if no answer had come, meanwhile and afterwards.
  private func tap(onPhone phone: Int) async throws {
    let (account, cookie) = cookies[phone % cookies.count]
    let ids = (0..<Self.tapsOfEach).map { "\(rounds)-\(phone)-\($0)" }
    async let first = server.tap(ids, account: account, cookie: cookie)
    async let second = server.tap(ids, account: account, cookie: cookie)
    let third = try await server.tap(ids, account: account, cookie: cookie)
    for reply in [try await first, try await second, third] {
      #expect(reply.body.matches(of: /"status":"counted"/).count == Self.tapsOfEach)
    }
  }

  /// Fails to log in, each time as somebody else, because each name and each address has a throttle.
  private func guess() async throws {
    let browser = Browser(server, from: "127.0.\(rounds / 200 % 200 + 1).\(rounds % 200 + 1)")
    let fields = ["username": "nobody-\(rounds)", "password": "wrong guess 1"]
    let reply = try await browser.press("log in", on: "/login", fields)
    #expect(reply.status == 422)
  }

  /// Counts in a shell as somebody without a phone, and undoes it.
  private func typeAndUndo() async throws {
    for words in [["up", "ada/main", "2"], ["undo", "ada/main"]] {
      let run = try await server.tally.run(words, environment: server.tally.environment(of: "cleo"))
      #expect(run.status == 0, "\(run)")
    }
  }

  /// What the server needs once it has noticed that all connections are closed.
  func needs() async throws -> Needs {
    try await eventually("only the sockets of its start") {
      try server.openSockets == socketsAtStart
    }
    return try Needs(openFiles: server.openFiles.count, memory: server.memory)
  }
}

extension ServerProcess {
  private var process: String { "/proc/\(child.identifier)" }

  /// What its open files are: a path, or a kind with a number.
  fileprivate var openFiles: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: "\(process)/fd").compactMap {
        // One may be closed meanwhile.
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(process)/fd/\($0)")
      }
    }
  }

  fileprivate var openSockets: Int {
    get throws { try openFiles.count { $0.hasPrefix("socket:") } }
  }

  /// In bytes.
  fileprivate var memory: Int {
    get throws {
      let status = try String(contentsOfFile: "\(process)/status", encoding: .utf8)
      let kibibytes = status.firstMatch(of: /VmRSS:\s+(\d+) kB/).flatMap { Int($0.1) }
      return try #require(kibibytes) << 10
    }
  }
}
