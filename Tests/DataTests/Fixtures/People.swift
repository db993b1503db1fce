import Domain
import Doubles
import Foundation
import Programs
import Testing

@testable import Data

/// A store with several people, as an earlier build left it on each engine.
///
/// Ada owns counters whose names have other forms, Bea counts on two of them, Cem looks at one.
struct People: Sendable {
  enum Engine: String, CaseIterable, CustomTestStringConvertible {
    case sqlite, postgresql

    /// Those that can be tried here.
    static let allCases: [Engine] = [.sqlite] + (PostgreSQLServer.isInstalled ? [.postgresql] : [])

    var testDescription: String { rawValue }
    /// The file of the whole store.
    var store: String { self == .sqlite ? "people.db" : "people.sql" }
    /// The file with the content as text.
    var content: String { "people-\(rawValue).txt" }
  }

  static let usernames = ["Ada", "bea@example.org", "Cem"]
  /// Everybody's password, as somebody types it whose keyboard composes no letters.
  static let typedPassword = "lo\u{308}ng e\u{301}nough 1"
  /// The same in the form that is hashed.
  static let hashedPassword = "l\u{F6}ng \u{E9}nough 1"
  /// Ada's counters, each with another spelling of its name.
  static let names = [
    ("Straße", "STRASSE"), ("Café", "cafe\u{301}"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("Kaﬀee", "KAFFEE"),
    ("\u{1100}\u{1161}\u{11A8}", "\u{AC01}"), ("İzmir", "i\u{307}ZMIR"), ("+5 a day", "+5 A DAY"),
  ]

  /// A day after the last change.
  static let later = StoreFixture.now.adding(seconds: 2 * day)

  let store: any Store
  let useCases: UseCases
  private let clock: ManualClock
  private let folder: StoreFolder
  private let world: PostgreSQLWorld?

  /// A copy of the store; before that, this build makes the files if it is asked to.
  init(on engine: Engine) async throws {
    if Fixture.isMade { try await Self.made[engine]?.value }
    try await self.init(on: engine, isEmpty: false)
  }

  /// The store as the file has it, or an empty one.
  init(on engine: Engine, isEmpty: Bool, at now: Timestamp = later) async throws {
    folder = try StoreFolder()
    clock = ManualClock(now: now)
    switch engine {
    case .sqlite:
      if !isEmpty {
        try FileManager.default.copyItem(atPath: Fixture.path(engine.store), toPath: folder.path)
      }
      world = nil
      store = try await SQLiteStore(path: folder.path, clock: clock)
    case .postgresql:
      let world =
        isEmpty ? try await PostgreSQLWorld() : try await PostgreSQLWorld(loading: engine.store)
      self.world = world
      store = try await PostgreSQLStore(
        at: world.address, clock: clock, makesStore: isEmpty, patience: patience)
    }
    useCases = UseCases(
      store: store, hasher: Argon2idHasher(), normalizer: UnicodeNormalizer(),
      calendar: FixedCalendar(), clock: clock)
  }

  /// The findings of `tally check`.
  func faults() async throws -> [StoreFault] {
    switch store {
    case let store as SQLiteStore: try await store.faults()
    case let store as PostgreSQLStore: try await store.faults()
    default: []
    }
  }

  /// The content of the whole store as text. It undoes and redoes everything.
  func content() async throws -> [String] {
    try await StoreContent(of: store, hasher: Argon2idHasher())
      .lines(of: Self.usernames, password: Self.hashedPassword)
  }

  func logIn(_ username: String, with password: String = hashedPassword) async throws -> Session {
    try await useCases.logIn(
      username: username, password: secret(password), on: Device(place: "a test")
    ).session
  }

  func signUp(_ username: String) async throws -> Session {
    try await useCases.signUp(
      username: username, password: secret(Self.typedPassword),
      repetition: secret(Self.hashedPassword), on: Device(place: "tty1")
    ).session
  }

  /// The lines of a file with everything that the account owns.
  func export(as format: TransferFormat, in session: Session) async throws -> [String] {
    var codec = TransferCodec(format)
    let rows = try await store.exported(in: session)
    return codec.lines(of: .rows(rows)) + codec.end()
  }
}

extension People {
  /// The making of the files, once in a run.
  private static let made = Dictionary(
    uniqueKeysWithValues: Engine.allCases.map { engine in (engine, Task { try await make(engine) })
    })

  private static func make(_ engine: Engine) async throws {
    let people = try await People(on: engine, isEmpty: true, at: StoreFixture.now)
    try await people.live()
    switch (people.store, people.world) {
    case (let store as SQLiteStore, _):
      store.close()
      try Data(contentsOf: URL(filePath: people.folder.path))
        .write(to: URL(filePath: Fixture.path(engine.store)))
    case (_, let world?): try Fixture.write(try await world.dump(), to: engine.store)
    default: break
    }
    let copy = try await People(on: engine, isEmpty: false)
    let ada = try await copy.logIn("ada")
    if engine == .sqlite {
      for (name, format) in exports {
        let lines = try await copy.export(as: format, in: ada)
        try Fixture.write(lines.map { $0 + "\n" }.joined(), to: name)
      }
    }
    let lines = try await People(on: engine, isEmpty: false).content()
    try Fixture.write(lines.map { $0 + "\n" }.joined(), to: engine.content)
  }

  /// What people did in the store.
  private func live() async throws {
    var sessions: [Session] = []
    for username in Self.usernames {
      try await sessions.append(signUp(username))
    }
    let (ada, bea) = (sessions[0], sessions[1])
    for (name, _) in Self.names {
      let counter = try await useCases.createCounter(named: name, in: ada)
      try await count(counter, in: ada, [.add(5), .add(-2), .undo, .set(40), .undo, .redo])
    }
    let street = try await useCases.findCounter(named: "Straße", in: ada)
    let cafe = try await useCases.findCounter(named: "Café", in: ada)
    for counter in [street, cafe] {
      _ = try await useCases.shareCounter(counter, with: "BEA@example.org", as: .counts, in: ada)
      let shared = try await useCases.findCounter(named: "ada/\(counter.name.text)", in: bea)
      try await count(shared, in: bea, [.add(3), .add(-1), .undo])
      try await count(counter, in: ada, [.add(1), .reset, .undo, .add(7)])
    }
    _ = try await useCases.shareCounter(cafe, with: "cem", as: .views, in: ada)
    _ = try await useCases.setTarget(120, of: street, in: ada)
    for (first, isUndone) in [(1, false), (4, true)] {
      let rows = try (first..<first + 3).map { number in
        try row("row \(number)", .change, Int64(number), in: "tea", by: "dan")
      }
      _ = try await useCases.importAccount(from: RowSource(rows), in: ada)
      let tea = try await useCases.findCounter(named: "tea", in: ada)
      try await count(tea, in: ada, isUndone ? [.undo] : [.add(1), .undo])
    }
  }

  private func count(_ counter: Counter, in session: Session, _ commands: [CountCommand])
    async throws
  {
    for command in commands {
      clock.advance(seconds: 61)
      _ = try await useCases.changeCount([command], to: counter, in: session)
    }
  }

  /// The exports of the store on SQLite.
  static let exports: [(name: String, format: TransferFormat)] = [
    ("people.json", .jsonDocument), ("people.csv", .csv),
  ]
}
