import Benchmark
import Data
import Domain
import Presentation
import Workloads

/// The parts of Tally one by one, from the scene down to SQLite.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = Benchmark.Configuration(
    metrics: [.wallClock, .cpuUser, .syscalls], timeUnits: .microseconds,
    warmupIterations: 5, maxDuration: .seconds(2))

  Benchmark("A change by bare SQLite") { benchmark, folder in
    _ = try await Account(inNewStoreAt: folder.path("tally.db"))
    let counter = try BareCounter(1, inStoreAt: folder.path("tally.db"))
    try await benchmark.measure { blackHole(try counter.up()) }
  } setup: {
    try TemporaryFolder()
  }

  Benchmark("A change through the use case") { benchmark, folder in
    let account = try await Account(inNewStoreAt: folder.path("tally.db"))
    try await benchmark.measure { blackHole(try await account.up()) }
  } setup: {
    try TemporaryFolder()
  }

  Benchmark("A change through the scene") { benchmark, folder in
    let account = try await Account(inNewStoreAt: folder.path("tally.db"))
    let flow = await Flow(useCases: account.useCases, days: LocalDays())
    await flow.showLoggedIn(account.session)
    guard case .counter(let scene) = await flow.scene else { throw Refusal.noCounterOpen }
    try await benchmark.measure { blackHole(await scene.perform(.countPressed(.add(1)))) }
  } setup: {
    try TemporaryFolder()
  }

  Benchmark("A key of a username through the scene") { benchmark, folder in
    let account = try await Account(inNewStoreAt: folder.path("tally.db"))
    let flow = await Flow(useCases: account.useCases, days: LocalDays())
    await flow.showLogin()
    guard case .login(let scene) = await flow.scene else { throw Refusal.notLoggedIn }
    try await benchmark.measure { blackHole(await scene.perform(.usernameChanged("ada"))) }
  } setup: {
    try TemporaryFolder()
  }

  Benchmark("A page of history among 100,000 changes") { benchmark, folder in
    let account = try await Account(inNewStoreAt: folder.path("tally.db"))
    try Generator(path: folder.path("tally.db")).addChanges(
      100_000, to: 1, recent: 40_000, inDays: 30, until: WallClock().now.milliseconds)
    let counters = account.useCases.counters
    try await benchmark.measure {
      blackHole(
        try await counters.history(of: account.counter, newest: 20, in: account.session))
    }
  } setup: {
    try TemporaryFolder()
  }

  Benchmark("A login's lookup among 10,000 accounts") { benchmark, folder in
    let account = try await Account(inNewStoreAt: folder.path("tally.db"))
    try Generator(path: folder.path("tally.db")).addAccounts(
      10_000, passwordHash: Argon2idHasher().decoy.text)
    try await benchmark.measure {
      let credentials = try await account.store.countTry(at: "user5000")
      guard let credentials else { throw Refusal.credentialsWrong }
      blackHole(
        try await account.store.beginSession(with: credentials, newHash: nil, at: "a benchmark"))
    }
  } setup: {
    try TemporaryFolder()
  }

  Benchmark("A password's hash") { benchmark in
    let hasher = Argon2idHasher()
    let password = Secret(capacity: 13, wipe: wipeMemory)
    for byte in "long enough 1".utf8 { password.append(byte) }
    try await benchmark.measure { blackHole(try await hasher.hash(password)) }
  }
}
