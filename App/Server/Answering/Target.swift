import HummingbirdCore

/// What a path asks for.
enum Target: String, Sendable {
  /// Whether the server is there.
  case health
  /// Where a phone sends taps.
  case taps
  /// The stream of a counter's states.
  case events
  /// Nothing that there is.
  case unknown

  init(path: String) {
    switch path {
    case "/healthz": self = .health
    case "/taps": self = .taps
    case "/events": self = .events
    default: self = .unknown
    }
  }

  /// What the log calls it, without names.
  var label: String { rawValue }
}

extension Request {
  /// The path and the part after the question mark, as sent.
  var target: (path: String, query: String) {
    let parts = (head.path ?? "/").split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
  }
}
