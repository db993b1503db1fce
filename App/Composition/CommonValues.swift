/// What the options of every command ask for. Making it takes no time, unlike the parser's options.
package struct CommonValues: Equatable, Sendable {
  /// The store, if one was named.
  package var store: String?
  /// Whether to print only results and errors.
  package var quiet = false
  /// Whether to also print the underlying error.
  package var verbose = false

  /// Creates what a command without these options asks for.
  package init(store: String? = nil, quiet: Bool = false, verbose: Bool = false) {
    self.store = store
    self.quiet = quiet
    self.verbose = verbose
  }

  /// The options as arguments.
  package var arguments: [String] {
    (store.map { ["--store=\($0)"] } ?? []) + (quiet ? ["--quiet"] : [])
      + (verbose ? ["--verbose"] : [])
  }
}
