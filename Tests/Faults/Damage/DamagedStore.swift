import Doubles
import Foundation

@testable import Data
@testable import Domain

/// What a program shows to one person, and why it shows no more.
struct View {
  var shown: [String] = []
  var refusals: [Refusal] = []

  /// Records the result of an operation.
  mutating func look<Value>(_ body: () async throws(Refusal) -> Value) async -> Value? {
    do throws(Refusal) {
      let value = try await body()
      shown.append("\(value)")
      return value
    } catch {
      refusals.append(error)
      return nil
    }
  }
}

/// A damaged copy of a shared store.
final class DamagedStore {
  let shared: SharedStore
  let path: String
  private let folder: TemporaryFolder
  private let file: Int?

  init(_ shared: SharedStore, _ damage: Damage) throws {
    self.shared = shared
    folder = try TemporaryFolder()
    path = folder.path + "/tally.db"
    try damage.done(to: shared.content).write(to: URL(fileURLWithPath: path))
    file = Self.number(ofFile: path)
  }

  func open() async throws(Refusal) -> SQLiteStore {
    try await SQLiteStore(path: path, clock: shared.clock)
  }

  /// What is wrong with the program's behaviour, or `nil`.
  func fault(after view: View) -> String? {
    if Self.number(ofFile: path) != file { return "the file was replaced" }
    for mark in SharedStore.marks {
      for shown in view.shown {
        if let place = shown.range(of: mark) {
          return "ada sees \(shown[..<place.upperBound].suffix(300))"
        }
      }
    }
    for refusal in view.refusals {
      switch refusal {
      // The problem must be reported as damage; these refusals do not suggest a backup.
      case .store(.failed), .store(.busy), .store(.readOnly), .store(.outcomeUnknown), .environment:
        return "\(refusal)"
      default: break
      }
    }
    return nil
  }

  private static func number(ofFile path: String) -> Int? {
    try? FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
  }

  /// Everything that Tally shows to ada, who then continues to count.
  func asAda() async -> View {
    var view = View()
    guard let store = await view.look({ () throws(Refusal) in try await open() }) else {
      return view
    }
    _ = await view.look { () throws(Refusal) in try await store.countAttempt(at: "ada") }
    let resumed = await view.look { () throws(Refusal) in
      try await store.resumeSession(shared.token)
    }
    guard let session = resumed else { return view }
    _ = await view.look { () throws(Refusal) in try await store.counters(in: session) }
    _ = await view.look { () throws(Refusal) in try await store.otherSessions(than: session) }
    _ = await view.look { () throws(Refusal) in try await store.openCounter(in: session) }
    _ = await view.look { () throws(Refusal) in
      let target = RowCollector()
      try await ExportAccount(transfers: store, counters: store)(to: target, in: session)
      return target.rows
    }
    for counter in shared.counters + shared.others {
      await look(at: counter, of: store, in: session, &view)
    }
    return view
  }

  private func look(
    at counter: Counter, of store: SQLiteStore, in session: Session, _ view: inout View
  ) async {
    _ = await view.look { () throws(Refusal) in
      try await store.counter(named: counter.name, in: session)
    }
    _ = await view.look { () throws(Refusal) in try await store.refreshed(counter, in: session) }
    _ = await view.look { () throws(Refusal) in
      try await store.history(of: counter, newest: 100, in: session)
    }
    let all = [Timestamp(milliseconds: .min), Timestamp(milliseconds: .max)]
    _ = await view.look { () throws(Refusal) in
      try await store.sums(of: counter, between: all, in: session)
    }
    _ = await view.look { () throws(Refusal) in
      try await store.apply([.undo, .redo, .add(1)], to: counter, in: session)
    }
    let request = CommandRequest(.add(1), id: Change.ID("key of \(counter.name.text)"))
    _ = await view.look { () throws(Refusal) in
      try await store.record(request, on: counter.name, creating: true, in: session)
    }
  }
}
