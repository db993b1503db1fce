import ArgumentParser
import Domain
import Presentation

/// What every command takes, before or after its name.
struct SharedOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store to use instead of $TALLY_STORE or the default one.", valueName: "file"),
    completion: .file())
  var store: String?

  @Flag(help: "Print results only.")
  var quiet = false

  @Flag(help: "Also print the underlying error.")
  var verbose = false

  func validate() throws {
    // An unset variable in a script is not meant to be the usual store.
    if store?.isEmpty == true { throw ValidationError("--store needs the name of a file") }
  }

  /// What holds where none of them is given, also where the parser has not been asked.
  static var usual: SharedOptions {
    var options = SharedOptions()
    options.store = nil
    options.quiet = false
    options.verbose = false
    return options
  }

  /// These options, where they were given, and otherwise those before the command's name.
  func or(_ outer: SharedOptions) -> SharedOptions {
    var options = self
    options.store = store ?? outer.store
    options.quiet = quiet || outer.quiet
    options.verbose = verbose || outer.verbose
    return options
  }
}

/// Where passwords come from.
struct PasswordOptions: ParsableArguments {
  @Flag(
    name: .customLong("password-stdin"),
    help: "Read passwords from standard input, one line each, instead of asking for them.")
  var fromInput = false

  /// Makes sure that a session is not told to read passwords as if it were not reading lines already.
  func requireShell() throws(Refusal) {
    if fromInput { throw .onlyInShell("--password-stdin") }
  }
}

extension Refusal {
  /// A session cannot do with an option what a shell can.
  static func onlyInShell(_ option: String) -> Refusal {
    .wrongUsage("\(option) works only in a shell", usage: nil)
  }
}

/// Whether a counter that is missing is made.
struct CreateOption: ParsableArguments {
  @Flag(help: "Create the counter if it does not exist.")
  var create = false
}

/// What makes counting safe in a script that may be tried again.
struct IdentifierOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Count once per key, however often the command runs. A repeat prints the first count.",
      valueName: "key"))
  var id: PlainText?

  /// The command with the key as its identifier.
  func request(_ command: CountCommand, at time: Timestamp? = nil) throws(Refusal)
    -> CommandRequest
  {
    guard let id else { return CommandRequest(command, at: time) }
    return CommandRequest(command, at: time, id: try Change.ID(checking: id.text))
  }
}

/// When it was that something happened.
struct TimeOption: ParsableArguments {
  @Option(help: ArgumentHelp("When it happened: \(MomentText.forms).", valueName: "when"))
  var at: PlainText?

  /// The moment, if one was given.
  func time(in context: CommandContext) throws(Refusal) -> Timestamp? {
    try context.moment(at?.text)
  }
}
