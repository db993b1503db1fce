import ArgumentParser
import Domain
import Presentation
import Terminal

struct InviteCommand: Command {
  static let configuration = CommandConfiguration(
    form: "invite [<name>]", abstract: "Let people count a counter without an account.",
    remarks: """
      It prints a link, at a terminal also as a code that phones scan. Who opens it gives a name and counts: a guest, \
      whom members see as "Door 2 (guest)". The link is shown this once; another invitation has another one. It leads to \
      the server that runs for this store on this machine.
      """,
    examples: [
      "tally invite",
      "tally invite coffee --for 3d --people 8 --url https://counts.example.org",
      "tally invite coffee --view --url https://counts.example.org",
    ],
    refused: "there is no such counter, or no server that phones can reach",
    login: CommandConfiguration.ownersOnly)

  @Argument(help: .leadingName, completion: .counterNames)
  var name: PlainText?
  @Flag(help: "Let guests only view the counter.")
  var view = false
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "How long, as 12h, 30m or 3d; 12h by default, 30d at most. After that nobody joins, and guests count no more.",
      valueName: "time"))
  var length: PlainText?
  @Option(
    help: ArgumentHelp(
      "How many guests; \(Invitation.Terms.usualPlaces) by default.", valueName: "n"))
  var people: PlainText?
  @Option(
    help: ArgumentHelp(
      "The URL of the server for the link, as https://counts.example.org.", valueName: "url"))
  var url: PlainText?
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    let terms = try Invitation.Terms(
      view ? .views : .counts, length: length?.text, places: people?.text)
    let (session, counter) = try await context.counter(name)
    // Strangers to the counter do not learn about the server.
    try counter.role.check(.manage)
    let server = try await serverURL(context)
    let new = try await context.useCases.invitations.invite(to: counter, terms, in: session)
    let link = InvitationLink.text(new.token, at: server)
    do throws(Refusal) {
      try context.showCode(of: link)
      try context.output.write([link])
    } catch {
      throw error.afterChange
    }
    context.remark(InvitationWords.made(new.invitation, to: counter, in: context.calendar))
    context.remark(InvitationWords.visibility)
  }

  private func serverURL(_ context: CommandContext) async throws(Refusal) -> String {
    if let url {
      guard let server = Self.server(typed: url.text) else {
        throw .input(
          .wrongUsage("Use a URL like https://counts.example.org, not \(url.text)", usage: nil))
      }
      return server
    }
    return try InvitationLink.reachable(try await context.serverURL())
  }

  /// The URL of a server, without a path: `https://counts.example.org:8443`. A slash at its end is
  /// dropped; `nil` for another text.
  private static func server(typed text: String) -> String? {
    guard let match = text.wholeMatch(of: /((?i)https?:\/\/)([^\s\/?#@\\]+?)(:[0-9]{1,5})?\/?/),
      ListenAddress.isHostName(withoutBrackets(match.2)),
      match.3.map({ UInt16($0.dropFirst()) != nil }) ?? true
    else { return nil }
    return "\(match.1.lowercased())\(match.2)\(match.3 ?? "")"
  }

  private static func withoutBrackets(_ host: Substring) -> String {
    String(host.hasPrefix("[") && host.hasSuffix("]") ? host.dropFirst().dropLast() : host)
  }
}

struct InvitationsCommand: Command {
  static let configuration = CommandConfiguration(
    form: "invitations [<name>]",
    abstract: "Print the invitations to a counter that have not ended.",
    examples: [
      "tally invitations",
      "tally invitations coffee --format json",
    ],
    refused: "there is no such counter",
    login: CommandConfiguration.ownersOnly)

  @Argument(help: .leadingName, completion: .counterNames)
  var name: PlainText?
  @Option(name: .format, help: .format)
  var format: OutputFormat = .text
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    let (session, counter) = try await context.counter(name)
    let invitations = try await context.useCases.invitations.invitations(to: counter, in: session)
    try await context.print(
      as: format,
      text: Table(invitations: invitations, in: context.calendar).lines(on: context.metrics()),
      results: .invitations(invitations))
    if invitations.isEmpty, format == .text {
      context.remark(InvitationWords.none(to: counter))
    }
  }
}

struct UninviteCommand: Command {
  static let configuration = CommandConfiguration(
    form: "uninvite [<name>] [<number>]",
    abstract: "End an invitation to a counter, or all of them.",
    remarks: """
      Nobody joins any more. Guests who came count on until the invitation's time is over; with --everybody, they are \
      removed at once. A number alone is the invitation's; without one, all end.
      """,
    examples: [
      "tally uninvite",
      "tally uninvite coffee 2",
      "tally uninvite coffee --everybody",
    ],
    refused: "there is no such counter or invitation",
    login: CommandConfiguration.ownersOnly)

  @Argument(help: .leadingName, completion: .counterNames)
  var first: PlainText?
  @Argument(help: ArgumentHelp("The number that invitations prints.", valueName: "number"))
  var second: PlainText?
  @Flag(help: "Remove the guests too.")
  var everybody = false
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    let (name, number) = try nameAndNumber
    let (session, counter) = try await context.counter(name)
    let (ended, removed) = try await context.useCases.invitations.uninvite(
      from: counter, number: number, removesGuests: everybody, in: session)
    try context.answer(
      ended == 0 && removed == 0
        ? InvitationWords.none(to: counter)
        : InvitationWords.ended(ended, removed: removed, of: counter))
    if ended > 0, !everybody {
      context.remark("\(InvitationWords.guestsGoOn). --everybody removes them")
    }
  }

  var chosenMeaning: ChosenMeaning? {
    loneNumber.map {
      ChosenMeaning(
        of: $0, is: "the number of an invitation", other: "open \($0.text), then uninvite")
    }
  }

  private var loneNumber: PlainText? {
    second == nil ? first.flatMap { $0.isNumber ? $0 : nil } : nil
  }

  private var nameAndNumber: (PlainText?, Int64?) {
    get throws(Refusal) {
      if let loneNumber { return (nil, try WholeNumber.number(loneNumber.text)) }
      return (first, try second.map { text throws(Refusal) in try WholeNumber.number(text.text) })
    }
  }
}

extension CommandContext {
  /// Shows the code of a link, if a person reads at a terminal that can show it.
  fileprivate func showCode(of link: String) throws(Refusal) {
    guard let code = QRCode(link, for: metrics()) else { return }
    // Its colors are no text to escape.
    try output.write(text: code.lines.map { "\($0)\n" }.joined())
  }
}
