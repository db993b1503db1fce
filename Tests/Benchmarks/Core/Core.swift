import Benchmark
import Data
import Domain
import Presentation
import Workloads

/// Benchmarks of Tally's parts, from the scene down to SQLite.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = Benchmark.Configuration(
    metrics: [.wallClock, .throughput], timeUnits: .nanoseconds, warmupIterations: 5,
    maxDuration: .seconds(2), maxIterations: 2_000)

  Benchmark("A change by bare SQLite") { (_, trial: Trial) in
    blackHole(try trial.bareCounter().up())
  } setup: {
    try await Trial()
  }

  Benchmark("A change through the use case") { (_, trial: Trial) in
    blackHole(try await trial.account.up())
  } setup: {
    try await Trial()
  }

  Benchmark("64 waiting changes") { (_, trial: Trial) in
    let account = trial.account
    try await withThrowingTaskGroup { group in
      for _ in 0..<64 { group.addTask { blackHole(try await account.up()) } }
      try await group.waitForAll()
    }
  } setup: {
    try await Trial(threads: .dedicated)
  }

  Benchmark("A change through the scene") { (_, trial: Trial) in
    blackHole(await trial.counterScene?.perform(.countPressed(.add(1))))
  } setup: {
    try await Trial()
  }

  Benchmark("A typed key of a username through the scene") { (_, trial: Trial) in
    blackHole(await trial.loginScene?.perform(.usernameChanged("ada")))
  } setup: {
    try await Trial()
  }

  Benchmark("A page of history among 100,000 changes") { (_, trial: Trial) in
    let account = trial.account
    blackHole(
      try await account.useCases.counters.history(
        of: account.counter, newest: 20, in: account.session))
  } setup: {
    let trial = try await Trial()
    try Generator(path: trial.path).addChanges(
      100_000, to: 1, recent: 40_000, inDays: 30, until: WallClock().now.milliseconds)
    return trial
  }

  Benchmark("A login's lookup among 10,000 accounts") { (_, trial: Trial) in
    let store = trial.account.store
    guard let credentials = try await store.countAttempt(at: "user5000", from: nil) else {
      throw Refusal.credentialsWrong
    }
    blackHole(
      try await store.beginSession(
        with: credentials, newHash: nil, on: Device(place: "a benchmark")))
  } setup: {
    let trial = try await Trial()
    try Generator(path: trial.path).addAccounts(
      10_000, passwordHash: Argon2idHasher().decoy.text)
    return trial
  }

  Benchmark("A password's hash") { (_, password: Secret) in
    blackHole(try await Argon2idHasher().hash(password))
  } setup: {
    let password = Secret(capacity: 13)
    for byte in "long enough 1".utf8 { password.append(byte) }
    return password
  }
}
