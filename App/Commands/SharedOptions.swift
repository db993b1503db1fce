import ArgumentParser

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
