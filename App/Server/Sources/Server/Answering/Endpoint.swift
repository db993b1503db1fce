import Domain
import HummingbirdCore
import PageToolkit
import Presentation

/// What a path asks for.
enum Endpoint: Equatable, Sendable {
  /// Whether the server is there.
  case health
  /// A file that stays as it is while the server runs.
  case asset
  /// Where a phone sends taps.
  case taps
  /// The stream of a counter's states, or of a list of counters.
  case events
  /// The link of an invitation; `nil` for one that cannot be.
  case invitation(InvitationToken?)
  /// The page where guests say their name.
  case join
  /// A page; `nil` for one that does not exist.
  case page(Route?)

  init(path: String) {
    switch path {
    case "/healthz": self = .health
    case "/taps": self = .taps
    case "/events": self = .events
    case "/worker.js", "/manifest.webmanifest": self = .asset
    case InvitationLink.path: self = .join
    case _ where path.hasPrefix("\(InvitationLink.path)/"):
      self = .invitation(InvitationLink.token(inPath: path))
    case _ where path.hasPrefix("/assets/"): self = .asset
    default: self = .page(PageAddress(path: path)?.route)
    }
  }

  /// What the log calls it, without names.
  var label: String {
    switch self {
    case .health: "health"
    case .asset: "asset"
    case .taps: "taps"
    case .events: "events"
    case .invitation: "invitation"
    case .join: "join"
    case .page(let route):
      switch route {
      case nil: "unknown"
      case .start: "start"
      case .login: "login"
      case .signUp: "signup"
      case .home: "counters"
      case .counter: "counter"
      case .history: "history"
      case .members: "members"
      case .destination(let destination): destination.label
      }
    }
  }

  /// Whether a form sent there is an attempt to log in or sign up.
  var isAttempt: Bool { self == .page(.login) || self == .page(.signUp) }
}

extension Request {
  /// The path and the part after the question mark, as sent.
  var target: (path: String, query: String) {
    let parts = (head.path ?? "/").split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
  }
}
