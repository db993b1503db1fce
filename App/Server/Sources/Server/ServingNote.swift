import Commands
import Composition
import Domain
import Terminal

/// Notes the URL of this server, so that `tally invite` can make links to it.
struct ServingNote: Sendable {
  private let holder: ServerNote.Holder?
  private let log: RequestLog

  /// Takes the note of the store. If another server has it, or it cannot be written, this server
  /// serves all the same, and the log says so.
  init(_ root: CompositionRoot, log: RequestLog) async {
    self.log = log
    do throws(Refusal) {
      holder = try await root.serverNote().take()
    } catch {
      holder = nil
      log.write("tally invite needs --url for this server: \(error.fact)")
    }
  }

  /// Notes the URL.
  func write(_ url: String) {
    do throws(Refusal) {
      try holder?.write(url)
    } catch {
      log.write("tally invite needs --url for this server: \(error.fact)")
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
