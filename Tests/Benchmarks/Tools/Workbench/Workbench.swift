import Workloads
import Data
import Domain

/// Work that the script `measure` needs done in one process: filling stores, and making or timing
/// changes with Tally and with SQLite alone. Prints nanoseconds, one number per line.
@main
enum Workbench {
  static func main() async throws {
    let words = CommandLine.arguments.dropFirst()
    let arguments = Array(words.dropFirst())
    switch (words.first, arguments.count) {
    case ("add-changes", 3):
      try Generator(path: arguments[0]).addChanges(
        try number(arguments[1]), to: 1, recent: try number(arguments[2]), inDays: 30,
        until: WallClock().now.milliseconds)
    case ("add-accounts", 2):
      try Generator(path: arguments[0]).addAccounts(
        try number(arguments[1]), passwordHash: Argon2idHasher().decoy.text)
    case ("add-counters", 2):
      try Generator(path: arguments[0]).addCounters(try number(arguments[1]))
    case ("time-changes", 2):
      try await timeChanges(in: arguments[0], rounds: try number(arguments[1]))
    case ("time-together", 2):
      try await timeTogether(in: arguments[0], rounds: try number(arguments[1]))
    case ("count-by-tally", 2):
      let account = try await Account(inNewStoreAt: arguments[0])
      for _ in 0..<(try number(arguments[1])) { _ = try await account.up() }
    case ("count-bare", 2):
      _ = try await Account(inNewStoreAt: arguments[0])
      let counter = try BareCounter(1, inStoreAt: arguments[0])
      for _ in 0..<(try number(arguments[1])) { _ = try counter.up() }
    case ("add-counted", 2):
      try await Clients.add(Int(try number(arguments[1])), inNewStoreAt: arguments[0])
    case ("count-on", 2):
      let isAlone = arguments[1] == "alone"
      try await Clients(
        inStoreAt: arguments[0], threads: isAlone ? .callers : .dedicated,
        largestGroup: isAlone ? 1 : Int(try number(arguments[1]))
      ).answerInput()
    case ("time-logins", 2...):
      try await timeLogins(in: arguments.dropFirst(), rounds: try number(arguments[0]))
    case ("add-people", 2):
      for person in try await Person.make(Int(try number(arguments[1])), inNewStoreAt: arguments[0])
      {
        print(person.text)
      }
    case ("serve-bare", 1):
      try await BareServer.serve(storeAt: arguments[0])
    case ("time-taps", 5...):
      try PhoneCrowd.time(
        count: Int(try number(arguments[0])), on: arguments[1] == "shared" ? \.shared : \.own,
        rounds: Int(try number(arguments[2])), seconds: Int(try number(arguments[3])),
        servers: arguments.dropFirst(4).map(Served.init))
    case ("watch", 2):
      try StreamCrowd.watch(Served(arguments[0]), count: Int(try number(arguments[1])))
    case ("hold", 2):
      try PhoneCrowd.hold(Served(arguments[0]), count: Int(try number(arguments[1])))
    default:
      throw BareError(
        text: """
          add-changes STORE TOTAL RECENT | add-accounts STORE TOTAL | add-counters STORE TOTAL |
          time-changes FOLDER ROUNDS | time-together FOLDER ROUNDS | count-by-tally STORE TIMES |
          count-bare STORE TIMES | add-counted STORE COUNTERS | count-on STORE GROUP|alone |
          time-logins ROUNDS STORE... | add-people STORE TOTAL | serve-bare STORE |
          time-taps PHONES shared|own ROUNDS SECONDS PORT[+PORT]=PEOPLE... |
          watch PORT=PEOPLE STREAMS | hold PORT=PEOPLE PHONES
          """)
    }
  }

  private static func number(_ text: String) throws -> Int64 {
    guard let number = Int64(text) else { throw BareError(text: "not a number: \(text)") }
    return number
  }

  /// Alternates a change by Tally and one by SQLite alone, each in its own store; a line has both
  /// times.
  private static func timeChanges(in folder: String, rounds: Int64) async throws {
    let account = try await Account(inNewStoreAt: folder + "/by-tally.db")
    _ = try await Account(inNewStoreAt: folder + "/bare.db")
    let counter = try BareCounter(1, inStoreAt: folder + "/bare.db")
    for _ in 0..<rounds {
      let tally = try await time { _ = try await account.up() }
      let bare = try await time { _ = try counter.up() }
      print(tally, bare)
    }
  }

  /// Changes per second in one process with 1, 8, 64 and 256 tasks waiting: by a store that commits
  /// them together, by one that commits each, and by a SQLite loop. Each runs for a second in turn;
  /// a line has the number of tasks and the three rates.
  private static func timeTogether(in folder: String, rounds: Int64) async throws {
    let together = try await Account(inNewStoreAt: folder + "/together.db", threads: .dedicated)
    let singly = try await Account(
      inNewStoreAt: folder + "/singly.db", threads: .dedicated, largestGroup: 1)
    _ = try await Account(inNewStoreAt: folder + "/loop.db")
    let counter = try BareCounter(1, inStoreAt: folder + "/loop.db")
    for waiting in [1, 8, 64, 256] {
      var rates = [Rate(), Rate(), Rate()]
      for _ in 0..<rounds {
        try await rates[0].add(waiting) { _ = try await together.up() }
        try await rates[1].add(waiting) { _ = try await singly.up() }
        try rates[2].add { _ = try counter.up() }
      }
      print(waiting, rates.map { "\($0.value)" }.joined(separator: " "))
    }
  }

  /// Times a login without the hash, in each of the stores in turn; a line has one time per store.
  private static func timeLogins(in paths: ArraySlice<String>, rounds: Int64) async throws {
    var stores: [SQLiteStore] = []
    for path in paths { stores.append(try await SQLiteStore(path: path, clock: WallClock())) }
    for _ in 0..<rounds {
      var times: [Int64] = []
      for store in stores {
        times.append(
          try await time {
            guard let credentials = try await store.countAttempt(at: "ADA", from: nil) else {
              throw Refusal.credentialsWrong
            }
            _ = try await store.beginSession(
              with: credentials, newHash: nil, on: Device(place: "a benchmark"))
          })
      }
      print(times.map(String.init).joined(separator: " "))
    }
  }

  private static func time(_ body: () async throws -> Void) async throws -> Int64 {
    let duration = try await ContinuousClock().measure(body)
    return Int64(duration / .nanoseconds(1))
  }
}

/// How often something was done per second.
private struct Rate {
  private var total = 0
  private var time = Duration.zero

  var value: Int64 { Int64(Double(total) / (time / .seconds(1))) }

  /// Runs tasks that repeat `change` for a second, each waiting for its answer.
  mutating func add(_ waiting: Int, _ change: @escaping @Sendable () async throws -> Void)
    async throws
  {
    let start = ContinuousClock.now
    total += try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<waiting {
        group.addTask {
          var answers = 0
          while ContinuousClock.now < start + .seconds(1) {
            try await change()
            answers += 1
          }
          return answers
        }
      }
      return try await group.reduce(0, +)
    }
    time += .now - start
  }

  /// Repeats `change` for a second.
  mutating func add(_ change: () throws -> Void) throws {
    let start = ContinuousClock.now
    while ContinuousClock.now < start + .seconds(1) {
      try change()
      total += 1
    }
    time += .now - start
  }
}
