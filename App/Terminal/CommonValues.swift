/// What the options of every command ask for. Making it takes no time, unlike the parser's options.
public struct CommonValues: Equatable, Sendable {
  /// The store, if one was named.
  public var store: String?
  /// Whether to print only results and errors.
  public var quiet = false
  /// Whether to also print the underlying error.
  public var verbose = false

  /// Creates what a command without these options asks for.
  public init(store: String? = nil, quiet: Bool = false, verbose: Bool = false) {
    self.store = store
    self.quiet = quiet
    self.verbose = verbose
  }

  /// The options as arguments.
  public var arguments: [String] {
    (store.map { ["--store=\($0)"] } ?? []) + (quiet ? ["--quiet"] : [])
      + (verbose ? ["--verbose"] : [])
  }
}
