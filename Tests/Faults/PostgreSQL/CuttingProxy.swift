import Doubles
import Foundation
import Programs
import Synchronization

/// A proxy before a PostgreSQL server, which cuts a connection at a chosen request.
final class CuttingProxy: Sendable {
  /// When a connection is cut, at a request and its answer.
  enum Cut: Sendable {
    /// Before the server has the request.
    case beforeRequest
    /// When the server has it, whatever becomes of its answer.
    case afterRequest
    /// When the server has answered, and before the client has the answer.
    case beforeAnswer
    /// Never: the client gets the answer to a successful COMMIT, and the server no request.
    case lie

    /// Those that happen in the world.
    static let all: [Cut] = [.beforeRequest, .afterRequest, .beforeAnswer]
  }

  /// Chooses where to cut, for each request with its number from 1 on.
  typealias Rule = @Sendable (_ number: Int, _ request: PostgreSQLRequest) -> Cut?

  private struct State {
    var rule: Rule = { _, _ in nil }
    var number = 0
    var cutRequest: PostgreSQLRequest?
    var staysAway = false
    var isEnded = false
  }

  private let folder: TemporaryFolder
  /// The folder of its socket, which is the name of its host in an address.
  var host: String { folder.path }
  private let server: String
  private let hidesWarnings: Bool
  private let listener: Int32
  private let state = Mutex(State())

  /// Listens for clients of the server with its socket in this folder. With `hidesWarnings`, they get
  /// none.
  init(to server: String, hidesWarnings: Bool = false) throws {
    folder = try TemporaryFolder()
    self.server = server
    self.hidesWarnings = hidesWarnings
    listener = try LocalSocket.listening(at: Self.socket(in: folder.path))
    let thread = Thread { [self] in accept() }
    thread.start()
  }

  private static func socket(in folder: String) -> String { "\(folder)/.s.PGSQL.5432" }

  /// Refuses new connections from now on. Otherwise the proxy would wait for them for ever.
  func end() {
    state.withLock { state in
      // The number of a closed socket may be another's.
      guard !state.isEnded else { return }
      state.isEnded = true
      unlink(Self.socket(in: host))
      shutdown(listener, Int32(SHUT_RDWR))
    }
  }

  /// Counts requests from 1 on again, and cuts by this rule once. With `staysAway`, new connections
  /// are refused after the cut.
  func cut(staysAway: Bool = false, by rule: @escaping Rule) {
    state.withLock { state in
      state = State(rule: rule, staysAway: staysAway, isEnded: state.isEnded)
    }
  }

  /// The number of requests since the rule was set.
  var requests: Int { state.withLock { $0.number } }

  /// The request at which the connection was cut.
  var cutRequest: PostgreSQLRequest? { state.withLock { $0.cutRequest } }

  private func cut(at request: PostgreSQLRequest) -> Cut? {
    let (cut, isEnd) = state.withLock { state in
      state.number += 1
      guard state.cutRequest == nil, let cut = state.rule(state.number, request) else {
        return (nil as Cut?, false)
      }
      state.cutRequest = request
      return (cut, state.staysAway)
    }
    if isEnd { end() }
    return cut
  }

  private func accept() {
    defer { close(listener) }
    while let client = LocalSocket.accepted(from: listener) {
      let thread = Thread { [self] in
        guard let upstream = try? LocalSocket.connected(to: Self.socket(in: server)) else {
          LocalSocket.end(client)
          return
        }
        var link = ProxiedConnection(client: client, server: upstream, hidesWarnings: hidesWarnings)
        link.run(cut: cut)
        LocalSocket.end(client)
        LocalSocket.end(upstream)
      }
      thread.start()
    }
  }
}
