internal import Platform

extension Libpq {
  /// Reads what libpq says about a connection that could not be made or was lost.
  ///
  /// - Returns: the text in one line, without codes, and the SQLSTATEs of the servers that gave one.
  static func reading(_ message: String) -> (text: String, states: [String]) {
    var states: [String] = []
    // A line for each host, hints that begin with a tab, and places in the server's sources.
    let text = message.split(separator: "\n")
      .filter { !$0.hasPrefix("\t") && !$0.hasPrefix("LOCATION:  ") }
      .map { line in
        // The severity is in the server's language.
        line.replacing(#/\S+:  ([0-9A-Z]{5}): /#) { match in
          states.append(String(match.1))
          return ""
        }
      }
      .joined(separator: "; ").replacing("FATAL:  ", with: "")
    return (text, states)
  }

  /// What libpq says about a connection.
  func text(_ connection: Pointer) -> String {
    errorMessage(connection).map { String(cString: $0) } ?? ""
  }

  /// Connects once more if a server refused the connection, with the SQLSTATE in the message. libpq
  /// has no other way to tell it, and the rest of the message is in the server's language.
  func askForStates(_ connection: Pointer) {
    // Only what a server says comes after a severity and two spaces.
    guard text(connection).contains(":  ") else { return }
    _ = setErrorVerbosity(connection, LibpqCode.verbose)
    reset(connection)
    _ = setErrorVerbosity(connection, LibpqCode.usualVerbosity)
  }
}

/// What the server says besides its answers.
final class ServerNotices {
  /// The warnings since a transaction's COMMIT was sent.
  var warnings: [String] = []
  /// Why the server ended the connection, if it said so.
  fileprivate(set) var end: (state: String, message: String)?

  /// Receives them from a connection as long as this object lives. Otherwise libpq would print them.
  func receive(from connection: Libpq.Pointer, of library: Libpq) {
    _ = library.setNoticeReceiver(
      connection,
      { notices, notice in
        guard let notices, let library = try? Libpq.loaded.get() else { return }
        func field(_ code: Int32) -> String {
          library.resultErrorField(notice, code).map { String(cString: $0) } ?? ""
        }
        let own = Unmanaged<ServerNotices>.fromOpaque(notices).takeUnretainedValue()
        switch field(LibpqCode.severity) {
        case "WARNING": own.warnings.append(field(LibpqCode.message))
        case "FATAL", "PANIC": own.end = (field(LibpqCode.state), field(LibpqCode.message))
        default: break
        }
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}

extension Libpq {
  /// Connects to a server that accepts writes, one after the other of those in the address. The
  /// connection may be a bad one.
  func connect(to address: PostgreSQLAddress, telling notices: ServerNotices) -> Pointer? {
    guard let connection = address.withOptions({ startConnecting($0, $1, 1) }) else { return nil }
    // Before the server can say anything. libpq's function that waits for the connection takes no
    // receiver.
    notices.receive(from: connection, of: self)
    let deadline = ContinuousClock.now + Self.usualTimeToConnect
    var step: Int32? =
      status(connection) == LibpqCode.connectionBad ? LibpqCode.connectingFailed : nil
    while step != LibpqCode.connectingFailed, step != LibpqCode.connected {
      let events = step == LibpqCode.connectingReads ? POLLIN : POLLOUT
      guard (try? isReady(connection, for: Int16(events), until: deadline)) == true else {
        // Only libpq itself can leave a server that does not answer for the next one.
        reset(connection)
        break
      }
      step = goOnConnecting(connection)
    }
    if status(connection) == LibpqCode.connectionBad { askForStates(connection) }
    return connection
  }

  private static let usualTimeToConnect: Duration = .seconds(1)

  /// Whether a connection's socket is ready for one of the events before the deadline.
  func isReady(_ connection: Pointer, for events: Int16, until deadline: ContinuousClock.Instant)
    throws(SystemError) -> Bool
  {
    while true {
      var descriptor = pollfd(fd: socket(connection), events: events, revents: 0)
      let left = deadline - ContinuousClock.now
      let limit = max(0, min(left / .milliseconds(1), 1_000_000))
      let code = poll(&descriptor, 1, Int32(limit.rounded(.up)))
      if code > 0 { return true }
      if code == 0, left <= .zero { return false }
      if code < 0, errno != EINTR { throw .last }
    }
  }
}
