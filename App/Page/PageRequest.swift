import Domain

/// What a browser asks for, without the protocol that carried it.
public struct PageRequest: Sendable {
  /// What a request may do.
  public enum Method: Sendable {
    /// Shows something and changes nothing.
    case get
    /// Sends a form.
    case post
  }

  /// What the request may do.
  public var method: Method
  /// The path, as sent: percent-encoded, beginning with a slash.
  public var path: String
  /// The part of the URL after the question mark, as sent; empty without one.
  public var query: String
  /// The form, as sent: `application/x-www-form-urlencoded`. Empty without one.
  public var form: [UInt8]
  /// The token of the session's cookie.
  public var token: SessionToken?
  /// The number in the cookie of the notice.
  public var notice: UInt64?
  /// The browser and its address, and the token of the device's cookie.
  public var device: Device
  /// The URL by which the browser reaches the server, without a slash at its end; `nil` if it is not
  /// known.
  public var serverURL: String?
  /// The token in the cookie of an invitation's link.
  public var invitation: InvitationToken?
  /// The calendar of the person's time zone; `nil` if the browser did not say it.
  public var calendar: (any LocalCalendar)?

  /// Creates a request; by default for a page, by somebody without a session.
  public init(
    _ method: Method = .get, path: String, query: String = "", form: [UInt8] = [],
    token: SessionToken? = nil, notice: UInt64? = nil, device: Device = Device(place: "a browser"),
    serverURL: String? = nil, invitation: InvitationToken? = nil,
    calendar: (any LocalCalendar)? = nil
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.form = form
    self.token = token
    self.notice = notice
    self.device = device
    self.serverURL = serverURL
    self.invitation = invitation
    self.calendar = calendar
  }
}

/// The answer to a request, without the protocol that carries it.
public struct PageResponse: Equatable, Sendable {
  /// What happens to the session's cookie.
  public enum SessionCookie: Equatable, Sendable {
    /// Nothing.
    case kept
    /// It proves this session from now on. The device's cookie is set too.
    case begins(NewSession)
    /// It is removed.
    case ends
  }

  /// The status code of HTTP: 200, 303, 404, 422.
  public var status: Int
  /// Where to go on, for a status of 303: a path with its query, on this site.
  public var location: String?
  /// The document; empty for a status of 303.
  public var html: String
  /// What happens to the session's cookie.
  public var session: SessionCookie
  /// The number for the cookie of the notice; `nil` removes the cookie.
  public var notice: UInt64?
  /// Seconds until the request may be repeated, for a status of 429 or 503.
  public var retryAfter: Int?
  /// What was refused, for a log; `nil` if nothing was, or if there is no such page or form.
  public var refusal: Refusal?

  /// Creates an answer; by default it keeps the session, and has no notice.
  public init(
    status: Int, location: String? = nil, html: String = "", session: SessionCookie = .kept,
    notice: UInt64? = nil, retryAfter: Int? = nil, refusal: Refusal? = nil
  ) {
    self.status = status
    self.location = location
    self.html = html
    self.session = session
    self.notice = notice
    self.retryAfter = retryAfter
    self.refusal = refusal
  }
}
