import Domain

/// What a browser asks for, without the protocol that carried it.
package struct PageRequest: Sendable {
  /// What a request may do.
  package enum Method: Sendable {
    /// Shows something and changes nothing.
    case get
    /// Sends a form.
    case post
  }

  /// What the request may do.
  package var method: Method
  /// The path, as sent: percent-encoded, beginning with a slash.
  package var path: String
  /// The part of the URL after the question mark, as sent; empty without one.
  package var query: String
  /// The form, as sent: `application/x-www-form-urlencoded`. Empty without one.
  package var form: [UInt8]
  /// The token of the session's cookie.
  package var token: SessionToken?
  /// The number in the cookie of the notice.
  package var notice: UInt64?
  /// The browser and its address, and the token of the device's cookie.
  package var device: Device
  /// The calendar of the person's time zone; `nil` if the browser did not say it.
  package var calendar: (any LocalCalendar)?

  /// Creates a request; by default for a page, by somebody without a session.
  package init(
    _ method: Method = .get, path: String, query: String = "", form: [UInt8] = [],
    token: SessionToken? = nil, notice: UInt64? = nil, device: Device = Device(place: "a browser"),
    calendar: (any LocalCalendar)? = nil
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.form = form
    self.token = token
    self.notice = notice
    self.device = device
    self.calendar = calendar
  }
}
