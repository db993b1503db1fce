import Doubles
import Testing

@testable import Domain

/// Undos and redos in files, of changes that the account has already.
@Suite(.limited) struct `Undos of what is undone already, in every store` {
  private struct Account {
    let world: StoreWorld
    let session: Session
    let main: Counter

    init(_ name: String, _ kind: StoreKind) async throws {
      world = try await StoreWorld(kind)
      (session, main) = try await world.counting(name)
    }

    func counts(_ commands: CountCommand...) async throws -> [Int64] {
      try await world.store.apply(commands, to: main, in: session).outcomes.map(\.count)
    }

    func file() async throws -> [TransferRow] { try await world.store.exported(in: session) }

    @discardableResult
    func take(_ rows: [TransferRow]) async throws -> Int64 {
      try await world.store.take(rows, in: session).changes
    }

    /// The count, and what a chart shows.
    func sums() async throws -> [Int64?] {
      #expect(try await world.faults() == [])
      let count = try await world.store.refreshed(main, in: session).count
      return try await [count] + world.store.sums(of: main, between: always, in: session)
    }
  }

  /// A +5 of ada's that bea has too.
  private func copied(_ kind: StoreKind) async throws -> (ada: Account, bea: Account) {
    let (ada, bea) = (try await Account("ada", kind), try await Account("bea", kind))
    _ = try await ada.counts(.add(5))
    try await bea.take(try await ada.file())
    return (ada, bea)
  }

  @Test(arguments: StoreKind.allCases)
  func `are left out, also by a later import of the same file`(_ kind: StoreKind) async throws {
    let (ada, bea) = try await copied(kind)
    _ = try await ada.counts(.undo)
    _ = try await bea.counts(.undo)
    let file = try await bea.file()
    #expect(try await ada.take(file) == 0)
    #expect(try await ada.counts(.redo) == [5])
    #expect(try await ada.take(file) == 0)
    #expect(try await ada.sums() == [5, 5])
  }

  @Test(arguments: StoreKind.allCases)
  func `count once in a third account, in either order`(_ kind: StoreKind) async throws {
    let (ada, bea) = try await copied(kind)
    _ = try await ada.counts(.undo)
    _ = try await bea.counts(.undo)
    let files = try await [ada.file(), bea.file()]
    for order in [files, files.reversed()] {
      let cat = try await Account("cat", kind)
      for file in order + order { try await cat.take(file) }
      #expect(try await cat.sums() == [0, 0])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `are redone when no other undo is left`(_ kind: StoreKind) async throws {
    let (ada, bea) = try await copied(kind)
    _ = try await ada.counts(.undo)
    _ = try await bea.counts(.undo)
    let undone = try await bea.file()
    _ = try await bea.counts(.redo)
    let redone = try await bea.file()
    #expect(try await ada.take(undone) == 0)
    #expect(try await ada.take(redone) == 0)
    #expect(try await ada.sums() == [0, 0])
    let cat = try await Account("cat", kind)
    try await cat.take(try await ada.file())
    try await cat.take(redone)
    #expect(try await cat.sums() == [0, 0])
    _ = try await ada.counts(.redo)
    try await cat.take(try await ada.file())
    #expect(try await cat.sums() == [5, 5])
  }

  @Test(arguments: StoreKind.allCases)
  func `stay without effect when their import was undone and redone`(_ kind: StoreKind)
    async throws
  {
    let (ada, bea) = try await copied(kind)
    _ = try await ada.counts(.undo)
    let undone = try await ada.file()
    let cat = try await Account("cat", kind)
    try await cat.take(try await bea.file())
    _ = try await cat.counts(.undo)
    try await bea.take(undone)
    _ = try await bea.counts(.undo)
    #expect(try await bea.sums() == [5, 5])
    let took = try await bea.file()
    #expect(try await cat.take(took) == 0)
    #expect(try await cat.sums() == [0, 0])
    _ = try await bea.counts(.redo)
    #expect(try await cat.take(try await bea.file()) == 0)
    #expect(try await cat.sums() == [0, 0])
  }

  @Test(arguments: StoreKind.allCases)
  func `have no effect when one undoes another either`(_ kind: StoreKind) async throws {
    let (ada, bea) = try await copied(kind)
    var last = try await ada.file().filter { $0.kind != .new }
    for (id, amount) in [("1", -5), ("2", 5), ("3", -5)] as [(String, Int64)] {
      let subject = try #require(last.last).id
      last.append(try row(id, .undo, amount, of: subject.text, by: "dan"))
    }
    _ = try await ada.counts(.undo)
    #expect(try await ada.take(last) == 0)
    #expect(try await ada.sums() == [0, 0])
    try await bea.take(last)
    #expect(try await bea.sums() == [0, 0])
  }

  @Test(arguments: StoreKind.allCases)
  func `of the account's own change count once, and are the same in its export`(_ kind: StoreKind)
    async throws
  {
    let (ada, bea) = try await copied(kind)
    let cal = try await Account("cal", kind)
    try await cal.take(try await ada.file())
    for account in [bea, cal] {
      _ = try await account.counts(.undo)
      try await ada.take(try await account.file())
      #expect(try await ada.sums() == [0, 0])
    }
    let files = try await [ada.file(), bea.file(), cal.file()]
    for order in [files, files.reversed(), [files[1], files[0], files[2]]] {
      let fay = try await Account("fay", kind)
      for file in order { try await fay.take(file) }
      #expect(try await fay.sums() == [0, 0])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `are ordinary changes if somebody else entered their subject, and count once`(
    _ kind: StoreKind
  )
    async throws
  {
    let house = try await House(kind)
    try await house.share(with: house.bea)
    _ = try await house.store.record(
      CommandRequest(.add(5)), on: reference("ada/main"), creating: false, in: house.bea)
    let (cat, dan) = (try await Account("cat", kind), try await Account("dan", kind))
    var files: [[TransferRow]] = []
    for account in [cat, dan] {
      try await account.take(try await house.store.exported(in: house.ada))
      _ = try await account.counts(.undo)
      files.append(try await account.file())
    }
    _ = try await cat.counts(.redo)
    func count() async throws -> Int64 {
      try await house.store.refreshed(house.main, in: house.ada).count
    }
    try await house.store.take(files[0], in: house.ada)
    #expect(try await count() == 0)
    try await house.store.take(files[1], in: house.ada)
    #expect(try await count() == 0)
    try await house.store.take(try await cat.file(), in: house.ada)
    #expect(try await count() == 0)
    _ = try await dan.counts(.redo)
    try await house.store.take(try await dan.file(), in: house.ada)
    #expect(try await count() == 5)
  }

  @Test(arguments: StoreKind.allCases)
  func `of an import that was one undo are the same elsewhere`(_ kind: StoreKind) async throws {
    let (ada, bea) = try await copied(kind)
    _ = try await ada.counts(.undo)
    try await bea.take(try await ada.file())
    #expect(try await bea.sums() == [0, 0])
    _ = try await bea.counts(.undo)
    #expect(try await bea.sums() == [5, 5])
    let first = try await bea.file()
    let cat = try await Account("cat", kind)
    try await cat.take(first)
    #expect(try await cat.sums() == [5, 5])
    func texts(_ rows: [TransferRow]) -> [String] {
      rows.map { "\($0.kind) \($0.change) \($0.count) \($0.of?.text ?? "") \($0.changes)" }
    }
    #expect(try await texts(cat.file()) == texts(first))
    _ = try await bea.counts(.redo, .undo)
    try await cat.take(try await bea.file())
    #expect(try await cat.sums() == [5, 5])
    _ = try await bea.counts(.redo)
    try await cat.take(try await bea.file())
    #expect(try await cat.sums() == [0, 0])
  }
}
