import NIOCore

/// What one request, one account and all together may take.
enum Limits {
  /// All header fields of a request, in bytes.
  static let headers = 8 * 1_024
  static let headerCount = 100
  /// A form, in bytes.
  static let form = 4 * 1_024
  /// Taps, in bytes.
  static let taps = 16 * 1_024
  /// From the first byte of a request to its last.
  static let requestTime = TimeAmount.seconds(10)
  /// How long a connection stays open between two requests.
  static let idleTime = TimeAmount.seconds(60)
  /// Open connections, with so many files allowed.
  static func connections(with files: Int) -> Int { min(4_000, max(files - 100, 100)) }
  /// Connections beyond these, which are only told that there are too many. Further ones wait.
  static let connectionsToTell = 30
  /// Event streams in all.
  static let streams = 2_000
  /// Event streams in all, with so many connections, so that pages are served still.
  static func streams(with connections: Int) -> Int { min(streams, connections / 2) }
  /// Event streams of an account: a browser has one.
  static let streamsOfAccount = 100
  /// How long requests may go on after the signal to end.
  static let farewell = Duration.milliseconds(1_500)
}
