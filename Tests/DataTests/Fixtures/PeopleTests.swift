import Data
import Domain
import Doubles
import Programs
import Testing

/// A store of this format stays readable, whatever reads it.
@Suite(.limited) struct `A store of several people, made by an earlier build` {
  @Test(arguments: People.Engine.allCases)
  func `has no faults, and all its content`(engine: People.Engine) async throws {
    let people = try await People(on: engine)
    #expect(try await people.faults() == [])
    try Fixture.expect(try await people.content(), in: engine.content)
    #expect(try await people.faults() == [])
  }

  @Test(arguments: People.Engine.allCases)
  func `lets people log in, and find, count and undo by other spellings`(engine: People.Engine)
    async throws
  {
    let people = try await People(on: engine)
    await #expect(throws: Refusal.credentialsWrong) {
      try await people.logIn("ada", with: "long enough 1")
    }
    let ada = try await people.logIn("ADA", with: People.typedPassword)
    for (name, spelling) in People.names {
      let counter = try await people.useCases.findCounter(named: spelling, in: ada)
      #expect(counter.name.text.unicodeScalars.elementsEqual(nfc(name).unicodeScalars))
      let counted = try await people.useCases.changeCount([.add(4), .undo], to: counter, in: ada)
      #expect(counted.outcomes.map(\.count) == [counter.count + 4, counter.count])
      await #expect(
        throws: Refusal.counterExists(try CounterName(spelling, in: UnicodeNormalizer()))
      ) {
        try await people.useCases.createCounter(named: spelling, in: ada)
      }
    }
    let bea = try await people.logIn("Bea@Example.org")
    for spelling in ["Ada/strasse", "ADA/CAFE\u{301}"] {
      let counter = try await people.useCases.findCounter(named: spelling, in: bea)
      let counted = try await people.useCases.changeCount([.add(2), .undo], to: counter, in: bea)
      #expect(counted.outcomes.map(\.count) == [counter.count + 2, counter.count])
    }
    let cem = try await people.logIn("cem")
    let cafe = try await people.useCases.findCounter(named: "ada/café", in: cem)
    await #expect(throws: Refusal.ownerOnly(try Username("Ada"))) {
      try await people.useCases.recordChange(
        CommandRequest(.add(1)), toCounter: cafe.id, in: cem)
    }
    #expect(try await people.faults() == [])
  }

  @Test(arguments: People.exports)
  func `has the exports that it had`(name: String, format: TransferFormat) async throws {
    let people = try await People(on: .sqlite)
    let ada = try await people.logIn("ada")
    try Fixture.expect(try await people.export(as: format, in: ada), in: name)
  }

  @Test(arguments: People.Engine.allCases, People.exports.map(\.name))
  func `has exports that another store imports as what they were, also without notes`(
    engine: People.Engine, name: String
  ) async throws {
    let people = try await People(on: .sqlite)
    let ada = try await people.logIn("ada")
    let rows = try await people.store.exported(in: ada)
    let folder = try TemporaryFolder()
    let withoutNotes = folder.file(name)
    let text = try Fixture.text(name)
      .replacing(",\"note\":null}", with: "}").replacing(",note\n", with: "\n")
      .replacing(",\n", with: name.hasSuffix("csv") ? "\n" : ",\n")
    #expect(!text.contains("note"))
    try text.write(toFile: withoutNotes, atomically: true, encoding: .utf8)
    for path in [Fixture.path(name), withoutNotes] {
      let other = try await People(on: engine, isEmpty: true)
      let copy = try await other.signUp("Ada")
      _ = try await other.useCases.importAccount(
        from: TransferCodec.rows(ofFile: path), in: copy)
      #expect(try await other.store.exported(in: copy).map(imported) == rows.map(imported))
      #expect(try await other.faults() == [])
    }
  }

  /// The row as an import keeps it: a set becomes an import, and an account's first counter was
  /// there before.
  private func imported(_ row: TransferRow) -> TransferRow {
    let isOwn = row.kind == .new && row.name.text == "main"
    return TransferRow(
      id: isOwn ? Change.ID("main") : row.id, name: row.name,
      time: isOwn ? StoreFixture.now : row.time,
      kind: [.set, .reset].contains(row.kind) ? .imported : row.kind, change: row.change,
      count: row.count, of: row.of, changes: row.changes, by: row.by)
  }

  private func nfc(_ name: String) -> String { UnicodeNormalizer().normalized(name) }
}
