/// Where somebody logs in: a browser, or a user's account on a machine.
///
/// A device that has logged in to an account has its own count of failed attempts there. So nobody
/// else can make it wait.
public struct Device: Equatable, Sendable {
  /// How long an account knows a device after its last login, in seconds: 400 days, which is longer
  /// than any session, and as long as browsers keep a cookie.
  public static let lifetime: Int64 = 400 * 24 * 60 * 60
  /// How many devices an account knows at most; those that logged in last.
  public static let mostPerAccount = 100

  /// How the list of sessions describes it: `pts/3 on laptop`, for example.
  public let place: String
  /// The token that it kept after an earlier login, if any.
  public var token: DeviceToken?

  /// Creates a device, by default one that has not logged in before.
  public init(place: String, token: DeviceToken? = nil) {
    self.place = place
    self.token = token
  }

  /// Whether an account still knows a device at `now` that last logged in at `login`.
  public static func isKnown(since login: Timestamp, at now: Timestamp) -> Bool {
    now < login.adding(seconds: lifetime)
  }
}
