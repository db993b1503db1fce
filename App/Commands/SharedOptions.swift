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

extension ValidationError {
  /// The name comes of a variable that a script has not set.
  static let namelessFile = ValidationError("Please provide the name of a file")
}

/// Where passwords come from.
struct PasswordOptions: ParsableArguments {
  @Flag(
    name: .customLong("password-stdin"),
    help: "Read passwords from standard input, one line each, instead of asking for them.")
  var fromInput = false
}

/// What makes counting safe in a script that may be tried again.
struct OnceOptions: ParsableArguments {
  @Flag(help: "Create the counter if it does not exist.")
  var create = false

  @Option(
    help: ArgumentHelp(
      "Count once per key, however often the command runs. A repeat prints the first count.",
      valueName: "key"))
  var id: PlainText?

  /// The key as an identifier.
  var identifier: Change.ID? {
    get throws(Refusal) {
      guard let id else { return nil }
      return try Change.ID(checking: id.text)
    }
  }
}

/// What `up` and `down` take beside that.
struct RequestOptions: ParsableArguments {
  @OptionGroup var once: OnceOptions

  @Option(
    help: ArgumentHelp(
      "When it happened: \(MomentText.forms).",
      valueName: "when"))
  var at: PlainText?

  /// Records a command with these options and prints the new count.
  func record(_ command: CountCommand, on name: String, in context: CommandContext)
    async throws(Refusal)
  {
    let request = CommandRequest(command, at: try context.moment(at?.text), id: try once.identifier)
    try await context.count(request, on: name, creating: once.create)
  }
}
