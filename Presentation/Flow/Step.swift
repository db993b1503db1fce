import Domain

/// Where an exit leads, and what goes along.
public struct Step: Equatable, Sendable {
  /// Where it leads.
  public let route: Route
  /// What becomes of the session; `nil` when it stays as it is.
  public let session: SessionChange?
  /// What becomes of the open counter.
  public let counter: CounterChange
  /// What the next scene says of what was done.
  public let notice: String?
  /// Why the scene was left, where that was not as the person wished.
  public var alert: Alert?

  /// A step to `route`, on which all that is not named stays as it is.
  public init(
    _ route: Route, session: SessionChange? = nil, counter: CounterChange = .kept,
    notice: String? = nil, alert: Alert? = nil
  ) {
    self.route = route
    self.session = session
    self.counter = counter
    self.notice = notice
    self.alert = alert
  }
}

extension Step {
  /// Whether the store has begun or ended a session, so that the step is taken wherever one is by then.
  var isFinal: Bool {
    switch session {
    case .began, .ended: true
    case .lost, nil: false
    }
  }
}

/// What becomes of a session.
public enum SessionChange: Equatable, Sendable {
  /// It has just begun.
  case began(NewSession)
  /// The person ended it.
  case ended
  /// It was ended elsewhere, or has expired as far as this machine's clock knows.
  case lost
}

/// What becomes of the open counter.
public enum CounterChange: Equatable, Sendable {
  /// It is the same.
  case kept
  /// It is another one, which has just been read.
  case opened(Counter)
  /// None is open, since it is deleted.
  case closed
}
