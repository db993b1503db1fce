import Data
import Domain
import Doubles
import Programs
import Testing

/// The stores that implement the contract.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case sqlite, memory, postgresql

  /// Those that can be tried here.
  static let allCases: [StoreKind] =
    [.sqlite, .memory] + (PostgreSQLServer.isInstalled ? [.postgresql] : [])

  var testDescription: String { rawValue }
}

/// An empty store with a manual clock.
struct StoreWorld: Sendable {
  let clock = ManualClock()
  let store: any Store
  private let folder: TemporaryFolder

  init(_ kind: StoreKind) async throws {
    folder = try TemporaryFolder()
    store =
      switch kind {
      case .sqlite: try await SQLiteStore(path: folder.file("tally.db"), clock: clock)
      case .memory: InMemoryStore(clock: clock)
      case .postgresql: try await PostgreSQLStore.onNewSchema(clock: clock)
      }
  }

  /// A new account's first session.
  func signedUp(_ username: String = "ada") async throws -> NewSession {
    try await store.signedUp(username)
  }

  /// Another session of an account that `signedUp` made.
  func loggedIn(_ username: String = "ada", at place: String = "tty2") async throws -> NewSession {
    let credentials = try #require(try await store.countAttempt(at: username))
    return try await store.beginSession(with: credentials, newHash: nil, on: Device(place: place))
  }

  /// A new account's first session and its counter.
  func counting(_ username: String = "ada") async throws -> (session: Session, counter: Counter) {
    let session = try await signedUp(username).session
    return (session, try #require(try await store.openCounter(in: session)))
  }

  /// The findings of `tally check`, for a store that has one.
  func faults() async throws -> [StoreFault] {
    switch store {
    case let store as SQLiteStore: try await store.faults()
    case let store as PostgreSQLStore: try await store.faults()
    default: []
    }
  }

  /// The counter as listed now.
  func current(_ counter: Counter, in session: Session) async throws -> Counter? {
    try await store.counters(in: session).first { $0.id == counter.id }
  }

  /// The counts after commands that must all succeed.
  @discardableResult
  func counts(
    _ commands: CountCommand..., of counter: Counter, in session: Session,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [Int64] {
    let applied = try await store.apply(commands, to: counter, in: session)
    #expect(applied.refusal == nil, sourceLocation: sourceLocation)
    return applied.outcomes.map(\.count)
  }
}

extension PostgreSQLStore {
  /// A store in a schema of its own.
  static func onNewSchema(clock: any Clock) async throws -> PostgreSQLStore {
    try await PostgreSQLStore(
      at: PostgreSQLAddress(PostgreSQLServer.shared.newSchema()), clock: clock, makesStore: true,
      patience: patience)
  }
}

extension SQLiteStore {
  /// Another session of an account that `signedUp` made.
  func loggedIn(_ username: String) async throws -> Session {
    let credentials = try #require(try await countAttempt(at: username))
    return try await beginSession(with: credentials, newHash: nil, on: Device(place: "tty2"))
      .session
  }
}

extension UserRepository {
  /// A new account's first session; a counter with that name is open.
  func signedUp(
    _ username: String, counter: String = "main", on device: Device = Device(place: "tty1")
  ) async throws -> NewSession {
    try await signUp(
      NewUser(username: try Username(username), passwordHash: PasswordHash("hash of \(username)")),
      firstCounter: try name(counter), on: device)
  }
}

/// A counter's reference from a typed text.
func reference(_ text: String) throws -> CounterReference {
  try CounterReference(text, in: FoundationNormalizer())
}

/// A counter's name from a typed text.
func name(_ text: String) throws -> CounterName {
  try CounterName(text, in: UnicodeNormalizer())
}

/// A day, in seconds.
let day: Int64 = 24 * 60 * 60
