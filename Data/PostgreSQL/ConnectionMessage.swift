/// What libpq says about a connection that could not be made or was lost.
struct ConnectionMessage {
  /// In one line, without codes.
  let text: String
  /// The SQLSTATEs of the servers that gave one.
  let states: [String]

  init(_ message: String) {
    var states: [String] = []
    // A line for each host, hints that begin with a tab, and places in the server's sources.
    text = message.split(separator: "\n")
      .filter { !$0.hasPrefix("\t") && !$0.hasPrefix("LOCATION:  ") }
      .map { line in
        // The severity is in the server's language.
        line.replacing(#/\S+:  ([0-9A-Z]{5}): /#) { match in
          states.append(String(match.1))
          return ""
        }
      }
      .joined(separator: "; ").replacing("FATAL:  ", with: "")
    self.states = states
  }
}

extension Libpq {
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
