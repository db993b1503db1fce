import Foundation
import Hummingbird
import Workloads

/// The least that a server could do for a tap: a route that writes the same row, without sessions,
/// rights, ids and state.
enum BareServer {
  /// Serves the first counter of a store until the process is killed.
  static func serve(storeAt path: String) async throws {
    let changes = try Changes(storeAt: path)
    let router = Router()
    router.post("taps") { request, _ in
      _ = try await request.body.collect(upTo: 16 * 1_024)
      return "{\"count\":\(try await changes.append())}"
    }
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        print("Listening on http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
        fflush(nil)
      })
    try await application.runService()
  }

  /// Makes one change after the other.
  private actor Changes {
    private let counter: BareCounter

    init(storeAt path: String) throws {
      counter = try BareCounter(1, inStoreAt: path)
    }

    /// A tap's id is random, so it belongs anywhere in the index of ids, not at its end.
    func append() throws -> Int64 {
      try counter.up(as: (.random(in: .min ... .max), .random(in: .min ... .max)))
    }
  }
}
