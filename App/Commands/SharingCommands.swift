import ArgumentParser
import Domain
import Presentation
import Terminal

struct TargetCommand: Command {
  static let configuration = CommandConfiguration(
    form: "target [<name>] <target>",
    abstract: "Set a counter's target, or remove it with --none.",
    remarks: """
      A target is a number to reach or, with --at-most, not to exceed. It refuses nothing: the count \
      may go beyond. With --per, it is for what is added each day, week or month.
      """,
    examples: [
      "tally target 120",
      "tally target coffee 5 --at-most",
      "tally target coffee 3 --per day",
      "tally target coffee --none",
    ],
    refused: "there is no such counter, or the target is less than 1",
    login: CommandConfiguration.ownersOnly)

  @Argument(help: .leadingName, completion: .counterNames)
  var first: PlainText?
  @Argument(help: ArgumentHelp("The target, 1 or more.", valueName: "target"))
  var second: PlainText?
  @Option(help: ArgumentHelp("For what is added each day, week or month.", valueName: "period"))
  var per: TargetSpan?
  @Flag(help: "The target is not to be exceeded.")
  var atMost = false
  @Flag(help: "Remove the target.")
  var none = false
  @OptionGroup var options: SharedOptions

  func validate() throws {
    if !none { return try ValidationError.requireValue(first, named: "target") }
    if let second { throw ValidationError("Unexpected argument '\(second.text)'") }
    if atMost || per != nil { throw ValidationError("Give a target, or only --none") }
  }

  func run(_ context: CommandContext) async throws(Refusal) {
    let (name, target) = nameAndTarget
    let new = try target.map { text throws(Refusal) in
      context.useCases.target(
        try WholeNumber.number(text), isLimit: atMost, per: per?.span)
    }
    let (session, counter) = try await context.counter(name)
    let changed = try await context.useCases.setTarget(new, of: counter, in: session)
    try context.answer(CounterWords.targetSet(changed))
  }

  func onScenes() -> SceneCommand? {
    let (name, target) = nameAndTarget
    // A scene would remove the target for an empty text.
    return name == nil && target?.isEmpty != true
      ? .target(target, isLimit: atMost, per: per?.rawValue ?? "") : nil
  }

  private var nameAndTarget: (PlainText?, String?) {
    if none { return (first, nil) }
    let (name, target) = PlainText.nameAndValue(first, second)
    return (name, target)
  }
}

/// The period of a target.
enum TargetSpan: String, CaseIterable, ExpressibleByArgument {
  case day, week, month

  var span: Span? { Span(rawValue: rawValue) }
}

struct ShareCommand: Command {
  static let configuration = CommandConfiguration(
    form: "share [<name>] with <username>", abstract: "Let somebody else count or view a counter.",
    remarks: """
      Others type your name before the counter's: ada/coffee. Members may count; with --view, they may only look. \
      Share again to change this. Everybody who sees the counter sees the names of its members.
      """,
    examples: [
      "tally share with bea",
      "tally share coffee with bea --view",
    ],
    refused: "there is no such counter or account, or the account has this role already",
    login: CommandConfiguration.ownersOnly,
    others: [75: "too many unknown names, or the store is busy: try again"])

  @OptionGroup var words: SharingWords
  @Flag(help: "Let them only view the counter.")
  var view = false
  @OptionGroup var options: SharedOptions

  func validate() throws {
    if let word = words.unexpected { throw ValidationError("Unexpected argument '\(word.text)'") }
  }

  private var permission: Role.Permission { view ? .views : .counts }

  func run(_ context: CommandContext) async throws(Refusal) {
    let (session, counter) = try await context.counter(words.name)
    let username = try await context.useCases.shareCounter(
      counter, with: words.username, as: permission, in: session)
    try context.answer(MemberWords.shared(counter, with: username))
    context.remark(MemberWords.visibility)
  }

  func onScenes() -> SceneCommand? {
    words.name == nil ? .share(with: words.username, as: permission) : nil
  }
}

struct UnshareCommand: Command {
  static let configuration = CommandConfiguration(
    form: "unshare [<name>] with <username>", abstract: "Stop sharing a counter with somebody.",
    remarks: """
      The changes that they made stay in the history. A guest's browser is not let in again.
      """,
    examples: [
      "tally unshare with bea",
      "tally unshare coffee with bea",
    ],
    refused: "there is no such counter, or it is not shared with that account",
    login: CommandConfiguration.ownersOnly)

  @OptionGroup var words: SharingWords
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    let (session, counter) = try await context.counter(words.name)
    let username = try await context.useCases.unshareCounter(
      counter, with: words.username, in: session)
    try context.answer(MemberWords.unshared(counter, with: username))
    guard username.isGuest else { return }
    let invitations = try await context.useCases.invitations.invitations(to: counter, in: session)
    if !invitations.isEmpty { context.remark(InvitationWords.othersCanJoin) }
  }

  func onScenes() -> SceneCommand? {
    words.name == nil ? .unshare(with: words.username) : nil
  }
}

struct MembersCommand: Command {
  static let configuration = CommandConfiguration(
    form: "members [<name>]",
    abstract: "Print who may count or view a counter, and how much each added.",
    examples: [
      "tally members",
      "tally members coffee --format json",
    ],
    refused: "there is no such counter")

  @Argument(help: .leadingName, completion: .counterNames)
  var name: PlainText?
  @Option(name: .format, help: .format)
  var format: OutputFormat = .text
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    let (session, counter) = try await context.counter(name)
    let members = try await context.useCases.members(of: counter, in: session)
    let table = Table(members: members)
    try await context.print(
      as: format,
      text: table.memberLines(on: context.metrics()),
      results: .members(members))
  }

  func onScenes() -> SceneCommand? {
    name == nil && format == .text ? .members : nil
  }
}

struct LeaveCommand: Command {
  static let configuration = CommandConfiguration(
    form: "leave <name>", abstract: "Leave a counter that somebody shares with you.",
    remarks: """
      The changes that you made stay in the history. Only the owner can share the counter with you again.
      """,
    examples: [
      "tally leave ada/coffee",
      "tally leave ada/coffee --quiet",
    ],
    refused: "there is no such counter, or it is your own")

  @Argument(help: .requiredName, completion: .counterNames)
  var name: PlainText
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    let (session, counter) = try await context.counter(name)
    try await context.useCases.members.leave(counter, in: session)
    try context.answer(MemberWords.left(counter))
  }

  /// Whether the counter is the one that the command names.
  func leaves(_ counter: Counter) -> Bool {
    name.text.lowercased() == counter.typedName.lowercased()
  }
}

/// A counter and a username: `coffee with bea`, or `with bea` for the open counter.
struct SharingWords: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The counter's name, unless it is the open one; then with and the other person's username.",
      valueName: "words"),
    completion: .sharingWords)
  var words: [PlainText] = []

  func validate() throws {
    if words.count < 2 { throw ValidationError("Missing expected argument '<username>'") }
    if words[with].text != "with" {
      throw ValidationError("Missing \"with\" before the username")
    }
  }

  /// The place of `with`, which a counter may be called too.
  private var with: Int { words.count > 2 && words[1].text == "with" ? 1 : 0 }

  /// The counter's name; `nil` is the open one.
  var name: PlainText? { with == 1 ? words[0] : nil }

  /// What is after `with`: a guest's name may be typed without quotation marks.
  var username: String { words.dropFirst(with + 1).map(\.text).joined(separator: " ") }

  /// What is after an account's username, which has no spaces.
  var unexpected: PlainText? { words.dropFirst(with + 2).first }
}
