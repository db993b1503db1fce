import ArgumentParser
import Domain

/// What every command takes.
struct SharedOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store to use instead of $TALLY_STORE or the usual one.", valueName: "file"))
  var store: String?

  @Flag(help: "Say also what the system said where something failed.")
  var verbose = false
}
