import Data
import Domain
import Programs
import Testing

/// The engine of a store that a test runs with.
enum Engine: String, Sendable, CustomTestStringConvertible {
  case sqlite = "SQLite"
  case postgresql = "PostgreSQL"

  var testDescription: String { rawValue }

  /// Why no test runs with PostgreSQL; `nil` if they do.
  static let absence: String? =
    if Scale.isSmall {
      "faults of PostgreSQL's servers are tested with TALLY_FAULTS"
    } else if PostgreSQLServer.isInstalled {
      nil
    } else {
      PostgreSQLServer.absence
    }

  /// Those that tests run with. The table says that one is missing.
  static func all(for row: String) -> [Engine] {
    guard let absence else { return [.sqlite, .postgresql] }
    Figures.note(postgresql.row(row), asked: "-", reached: "skipped: \(absence)")
    return [.sqlite]
  }

  /// A row of the table for a test with this engine.
  func row(_ row: String) -> String { self == .sqlite ? row : "\(rawValue): \(row)" }

  /// A server that makes changes durable, so that sessions do not warn.
  private static let server = PostgreSQLServer("-c shared_buffers=16MB", schemas: 20)

  /// The address of an empty schema.
  static func newAddress() async throws -> String { try await server.newSchema() }

  /// The program with ada's account and her counter `main`; she is logged in.
  func tallyOfAda() async throws -> TallyProgram {
    guard self == .postgresql else { return try await .ofAda() }
    let tally = try TallyProgram(environment: ["TALLY_STORE": try await Self.newAddress()])
    let run = try await tally.run(
      ["signup", "ada", "--password-stdin"], input: "\(TallyProgram.password)\n")
    try #require(run.status == 0, "\(run)")
    return tally
  }

  /// The store at a path or an address, created if missing.
  func store(at name: String, clock: any Clock) async throws -> any CheckedStore {
    switch self {
    case .sqlite: try await SQLiteStore(path: name, clock: clock)
    case .postgresql:
      try await PostgreSQLStore(
        at: PostgreSQLAddress(name), clock: clock, makesStore: true, patience: patience)
    }
  }
}

/// A store that finds its own problems.
protocol CheckedStore: Store {
  func faults() async throws(Refusal) -> [StoreFault]
}

extension SQLiteStore: CheckedStore {}
extension PostgreSQLStore: CheckedStore {}
