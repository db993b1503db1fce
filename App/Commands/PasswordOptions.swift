import ArgumentParser

/// Where passwords come from.
struct PasswordOptions: ParsableArguments {
  @Flag(
    name: .customLong("password-stdin"),
    help: "Read passwords from standard input, one line each, instead of asking for them.")
  var fromInput = false
}
