import Domain

/// Sentences about invitations and guests.
public enum InvitationWords {
  /// Who invites should know this before the first guest comes.
  public static let visibility = "Guests see members' names"
  /// The numbers of invitations, where there is no room for more words.
  public static func number(_ invitations: [Invitation]) -> String {
    let numbers = invitations.map { "\($0.number)" }.joined(separator: ", ")
    return invitations.count == 1 ? "Invitation \(numbers)" : "Invitations \(numbers)"
  }
  /// No invitation to a counter goes on.
  public static func none(to counter: Counter) -> String {
    "No invitation to \(counter.typedName)"
  }
  /// How many guests an invitation has, of how many: `3 of 20 came`.
  public static func taken(_ invitation: Invitation) -> String {
    "\(invitation.taken) of \(invitation.places) came"
  }
  /// When an invitation ends: `until 2026-11-28 07:10`.
  public static func until(_ invitation: Invitation, in calendar: any LocalCalendar) -> String {
    "until \(calendar.civilTime(at: invitation.end).minuteText)"
  }
  /// An invitation in a list: `Invitation 2: counts, 3 of 20 came, until 2026-11-28 07:10`.
  public static func summary(_ invitation: Invitation, in calendar: any LocalCalendar) -> String {
    let parts = [
      MemberWords.role(invitation.permission), taken(invitation), until(invitation, in: calendar),
    ]
    return "Invitation \(invitation.number): \(parts.joined(separator: ", "))"
  }
  /// What a new invitation is for: `Invitation 2: 20 people can count door until 2026-11-28 07:10`.
  public static func made(
    _ invitation: Invitation, to counter: Counter, in calendar: any LocalCalendar
  ) -> String {
    let people = invitation.places == 1 ? "1 person" : "\(invitation.places) people"
    let verb = invitation.permission == .counts ? "count" : "view"
    return "Invitation \(invitation.number): \(people) can \(verb) \(counter.typedName) "
      + until(invitation, in: calendar)
  }
  /// Invitations were ended, and perhaps guests removed.
  public static func ended(_ number: Int, removed: Int, of counter: Counter) -> String {
    let invitations = number == 1 ? "1 invitation" : "\(number) invitations"
    let guests = removed == 1 ? "1 guest" : "\(removed) guests"
    let ended = "Ended \(invitations) to \(counter.typedName)"
    if number == 0 { return "Removed \(guests) of \(counter.typedName)" }
    return removed == 0 ? ended : "\(ended), and removed \(guests)"
  }
  /// Guests who came go on after an invitation was ended.
  public static let guestsGoOn = "Guests who came count on until the invitation's time is over"
  /// A removed guest could come by another device.
  public static let othersCanJoin = "Whoever has the link can still join, until it is ended"
}

/// The link of an invitation.
public enum InvitationLink {
  /// The path of the page where guests say their name. The part after it is in links alone.
  public static let path = "/join"

  /// The link, which opens the page of a server with that URL.
  public static func text(_ token: InvitationToken, at server: String) -> String {
    "\(server)\(path)/\(token.text)"
  }

  /// The URL of a server, if phones can reach it. Without TLS, Tally serves this machine alone.
  ///
  /// - Throws: `Refusal.noServer` for `nil`, `.unreachableServer`.
  public static func reachable(_ server: String?) throws(Refusal) -> String {
    guard let server else { throw .noServer }
    // The note of a server is believed, but not shown as it is.
    guard server.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .noServer }
    guard server.hasPrefix("https://") else { throw .unreachableServer(server) }
    return server
  }

  /// The token in the path of a link; `nil` for another path.
  public static func token(inPath text: String) -> InvitationToken? {
    guard text.hasPrefix("\(path)/") else { return nil }
    return InvitationToken(text: text.dropFirst(path.count + 1))
  }
}

extension Invitation.Terms {
  /// Terms as a person types them: how long, as `30m`, `12h` or `3d`, and for how many people. What is
  /// missing or empty is as usual.
  ///
  /// - Throws: `Refusal.input(.notADuration)`, `.input(.notANumber)`, `.input(.notALength)`, and the
  ///   refusals of the terms.
  public init(
    _ permission: Role.Permission, length: String?, places: String?
  ) throws(Refusal) {
    let seconds =
      if let length, !length.isEmpty { try Self.seconds(length) } else { Self.usualLength }
    let number =
      if let places, !places.isEmpty { try WholeNumber.length(places, of: "people") } else {
        Self.usualPlaces
      }
    try self.init(permission, seconds: seconds, places: number)
  }

  private static func seconds(_ text: String) throws(Refusal) -> Int64 {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units: [Substring: Int64] = ["m": 60, "h": 60 * 60, "d": 24 * 60 * 60]
    // More digits would be more than any invitation lasts.
    guard (1...6).contains(digits.count), let number = Int64(digits),
      let unit = units[text.dropFirst(digits.count)]
    else { throw .input(.notADuration(text)) }
    return number * unit
  }
}
