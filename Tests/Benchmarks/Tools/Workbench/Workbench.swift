import Workloads
import Data
import Domain

/// What the script `measure` needs done inside a process: fills stores, and times or does changes by
/// Tally and by bare SQLite. Numbers are nanoseconds, a line each.
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
    case ("count-by-tally", 2):
      let account = try await Account(inNewStoreAt: arguments[0])
      for _ in 0..<(try number(arguments[1])) { _ = try await account.up() }
    case ("count-bare", 2):
      _ = try await Account(inNewStoreAt: arguments[0])
      let counter = try BareCounter(1, inStoreAt: arguments[0])
      for _ in 0..<(try number(arguments[1])) { _ = try counter.up() }
    case ("time-logins", 2...):
      try await timeLogins(in: arguments.dropFirst(), rounds: try number(arguments[0]))
    default:
      throw BareError(
        text: """
          add-changes STORE TOTAL RECENT | add-accounts STORE TOTAL | add-counters STORE TOTAL |
          time-changes FOLDER ROUNDS | count-by-tally STORE TIMES | count-bare STORE TIMES |
          time-logins ROUNDS STORE...
          """)
    }
  }

  private static func number(_ text: String) throws -> Int64 {
    guard let number = Int64(text) else { throw BareError(text: "\(text) is no number") }
    return number
  }

  /// A change by Tally and one by bare SQLite in turn, each in a store of its own; a line has both.
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

  /// A login without the password's hash in each of the stores in turn; a line has one for each.
  private static func timeLogins(in paths: ArraySlice<String>, rounds: Int64) async throws {
    let stores = try paths.map { try SQLiteStore(path: $0, clock: WallClock()) }
    for _ in 0..<rounds {
      var times: [Int64] = []
      for store in stores {
        times.append(
          try await time {
            guard let credentials = try await store.countTry(at: "ADA") else {
              throw Refusal.credentialsWrong
            }
            _ = try await store.beginSession(with: credentials, newHash: nil, at: "a benchmark")
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
