import Commands
import Composition
import Domain
import Synchronization
import Terminal

/// Notes the URL of this server, so that `tally invite` can make links to it.
///
/// Of several servers of a store, one has the note. The others serve all the same.
final class ServingNote: Sendable {
  private struct State {
    var holder: ServerNote.Holder?
    var url: String?
    var noted: String?
    var complaint: String?
  }

  private let note: ServerNote
  private let log: RequestLog
  private let state = Mutex(State())

  /// - Throws: the refusals of the store.
  init(_ root: CompositionRoot, log: RequestLog) async throws(Refusal) {
    note = try await root.serverNote()
    self.log = log
  }

  /// What to do about an address that is in use: an earlier server may still run.
  ///
  /// - Parameter choice: how to choose another one.
  /// - Returns: a sentence without a full stop.
  func remedy(choosing choice: String) -> String {
    // A note that cannot be read names no server.
    guard let url = try? note.url() else { return "Choose \(choice)" }
    return "Tally serves this store already, at \(url): stop that server, or choose \(choice)"
  }

  /// Notes the URL, if no other server of the store has the note.
  func write(_ url: String) {
    state.withLock { $0.url = url }
    keep()
  }

  /// Takes the note if another server has left it. A note that cannot be written is said once.
  func keep() {
    state.withLock { state in
      guard let url = state.url, url != state.noted else { return }
      do throws(Refusal) {
        if state.holder == nil { state.holder = try note.take(for: url) }
        if let holder = state.holder {
          try holder.write(url)
          state.noted = url
        }
      } catch {
        if state.complaint != error.fact {
          log.write("tally invite needs --url for this server: \(error.fact)")
        }
        state.complaint = error.fact
      }
    }
  }
}

extension ServeOptions {
  /// The URL with the first name of the server, which phones use; `nil` without one.
  func publicURL(port: Int, certificate: Certificate?) -> String? {
    let names = hosts.isEmpty ? certificate?.hosts.filter { !$0.hasPrefix("*") }.sorted() : hosts
    guard let host = names?.first else { return nil }
    let name = ListenAddress.inURL(host)
    if behindProxy != nil { return "https://\(name)" }
    return certificate == nil ? "http://\(name):\(port)" : "https://\(name):\(port)"
  }
}
