import Domain
import Programs
import Testing

@testable import Data

/// What one writer at a time gets for free has to be asked of a database with many.
@Suite(.limited, .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.absence)"))
struct `Writers at once, on PostgreSQL` {
  private let world: PostgreSQLWorld
  private let stores: [PostgreSQLStore]

  init() async throws {
    world = try await PostgreSQLWorld()
    var stores: [PostgreSQLStore] = []
    for _ in 1...8 { stores.append(try await world.store()) }
    self.stores = stores
  }

  /// The results of every store doing the same at once.
  private func together<Value: Sendable>(
    _ body: @escaping @Sendable (PostgreSQLStore) async throws(Refusal) -> Value
  ) async -> [Result<Value, Refusal>] {
    await withTaskGroup(of: Result<Value, Refusal>.self) { group in
      for store in stores {
        group.addTask {
          do throws(Refusal) {
            return .success(try await body(store))
          } catch {
            return .failure(error)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  private func refusals<Value>(of results: [Result<Value, Refusal>]) -> [Refusal] {
    results.compactMap { if case .failure(let refusal) = $0 { refusal } else { nil } }
  }

  @Test func `count a change with an identifier once, and all get its count`() async throws {
    let (session, counter) = try await world.counting(in: stores[0])
    for round in 1...20 {
      let id = try Change.ID(checking: "tap \(round)")
      let results = await together { store throws(Refusal) in
        try await store.record(
          CommandRequest(.add(1), id: id), toCounter: counter.id, in: session
        ).outcome.count
      }
      #expect(results == Array(repeating: .success(Int64(round)), count: stores.count))
    }
    #expect(try await stores[0].faults() == [])
  }

  @Test func `create one missing counter and all count there`() async throws {
    let (session, _) = try await world.counting(in: stores[0])
    let tea = try reference("tea")
    let results = await together { store throws(Refusal) in
      try await store.record(CommandRequest(.add(1)), on: tea, creating: true, in: session)
        .outcome.count
    }
    #expect(try results.map { try $0.get() }.sorted() == Array(1...8))
  }

  @Test func `sign up one of those with the same name`() async throws {
    let results = await together { store throws(Refusal) in
      do {
        _ = try await store.signedUp("ada")
      } catch let refusal as Refusal {
        throw refusal
      } catch {
        Issue.record(error)
      }
    }
    #expect(results.count { (try? $0.get()) != nil } == 1)
    #expect(refusals(of: results) == Array(repeating: .usernameTaken, count: 7))
  }

  @Test func `never get the name of an account that is being deleted`() async throws {
    for round in 1...10 {
      let session = try await stores[0].signedUp("ada-\(round)").session
      let results = await together { [stores] store throws(Refusal) in
        guard store === stores[0] else {
          do {
            _ = try await store.signedUp("ada-\(round)")
          } catch let refusal as Refusal {
            throw refusal
          } catch {
            Issue.record(error)
          }
          return
        }
        try await store.deleteAccount(in: session)
      }
      #expect(results.count { (try? $0.get()) != nil } == 1)
    }
  }

  @Test func `count every attempt at a password`() async throws {
    _ = try await world.counting(in: stores[0])
    _ = await together { store throws(Refusal) in try await store.countAttempt(at: "ada") }
    #expect(try await world.values("SELECT tries FROM throttles") == [5])
  }

  @Test func `change a password only as long as their session lasts`() async throws {
    for round in 1...10 {
      let name = "ada-\(round)"
      var sessions = [try await stores[0].signedUp(name).session]
      for store in stores.dropFirst() {
        let credentials = try #require(try await store.countAttempt(at: name))
        sessions.append(
          try await store.beginSession(with: credentials, newHash: nil, on: Device(place: "tty2"))
            .session)
      }
      let pairs = Shared(sessions)
      let results = await together { store throws(Refusal) in
        let session = pairs.change { $0.removeLast() }
        try await store.changePassword(to: PasswordHash("new"), in: session)
      }
      #expect(results.count { (try? $0.get()) != nil } == 1)
      #expect(refusals(of: results) == Array(repeating: .notLoggedIn, count: 7))
    }
  }

  @Test func `create one store in an empty database`() async throws {
    for _ in 1...5 {
      let world = try await PostgreSQLWorld()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 1...16 {
          group.addTask { _ = try await world.store(threads: .callers) }
        }
        try await group.waitForAll()
      }
      #expect(
        try await world.values("SELECT version FROM tally_store")
          == [PostgreSQLSchema.version])
    }
  }
}
