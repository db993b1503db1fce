import Data
import Domain
import Foundation
import Workloads

/// Clients in one process that count in a store, each waiting for its answer before its next change.
struct Clients {
  private let account: Account
  private let counters: [Counter]

  /// Creates a store whose account has this many counters with a change each.
  static func add(_ count: Int, inNewStoreAt name: String) async throws {
    let account = try await Account(inNewStoreAt: name)
    var counters = [account.counter]
    for number in 1..<max(count, 1) {
      counters.append(
        try await account.useCases.createCounter(named: "c\(number)", in: account.session))
    }
    for counter in counters { _ = try await account.up(counter) }
  }

  init(inStoreAt name: String, threads: StoreThreads, largestGroup: Int) async throws {
    account = try await Account(inStoreAt: name, threads: threads, largestGroup: largestGroup)
    counters = try await account.store.counters(in: account.session).sorted { $0.id < $1.id }
  }

  /// Prints `ready`, and then answers each line of the input, which has a number of clients, of
  /// counters and of milliseconds: how long each change took, in nanoseconds, in one line.
  func answerInput() async throws {
    print("ready")
    fflush(nil)
    while let line = readLine() {
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 3, (1...counters.count).contains(numbers[1]) else {
        throw BareError(text: "not clients, counters and milliseconds: \(line)")
      }
      let times = try await count(
        numbers[0], on: counters.prefix(numbers[1]), for: .milliseconds(numbers[2]))
      print(times.map(String.init).joined(separator: " "))
      fflush(nil)
    }
  }

  private func count(_ clients: Int, on counters: ArraySlice<Counter>, for duration: Duration)
    async throws -> [Int64]
  {
    let end = ContinuousClock.now + duration
    return try await withThrowingTaskGroup(of: [Int64].self) { [account] group in
      for _ in 0..<clients {
        group.addTask {
          var times: [Int64] = []
          var began = ContinuousClock.now
          while began < end, let counter = counters.randomElement() {
            _ = try await account.up(counter)
            let now = ContinuousClock.now
            times.append(Int64((now - began) / .nanoseconds(1)))
            began = now
          }
          return times
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }
}
