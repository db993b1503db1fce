public import Domain
internal import Platform

/// The address of a PostgreSQL store: a URL as libpq knows it. What it leaves out comes from libpq's
/// environment variables and files.
public struct PostgreSQLAddress: Sendable {
  /// The URL as given.
  public let url: String

  /// Whether the name of a store is such an address, and not a file.
  public static func names(_ store: String) -> Bool {
    ["postgresql://", "postgres://"].contains { store.hasPrefix($0) }
  }

  /// Checks the address, without connecting.
  ///
  /// - Throws: `Refusal.input(.wrongUsage)` for a URL with a mistake or a password;
  ///   `.database` without libpq.
  public init(_ url: String) throws(Refusal) {
    self.url = url
    // Before libpq reads it: its messages quote the URL.
    let authority = url.drop { $0 != "/" }.drop { $0 == "/" }.prefix { $0 != "/" && $0 != "?" }
    let user = authority.split(separator: "@", omittingEmptySubsequences: false).dropLast()
    if user.contains(where: { $0.contains(":") }) { throw Self.passwordGiven }
    let library = try Libpq.loaded.get()
    var message: UnsafeMutablePointer<CChar>?
    guard let options = library.parseOptions(url, &message) else {
      let cause = message.map { String(cString: $0) } ?? "not enough memory"
      library.freeMemory(message)
      throw Self.invalid(cause.split(whereSeparator: \.isNewline).joined(separator: " "))
    }
    defer { library.freeOptions(options) }
    var option = options.assumingMemoryBound(to: Libpq.Option.self)
    while let keyword = option.pointee.keyword {
      let secrets: Set = ["password", "sslpassword"]
      if option.pointee.value != nil, secrets.contains(String(cString: keyword)) {
        throw Self.passwordGiven
      }
      option = option.advanced(by: 1)
    }
  }

  /// The refusal of an address with a mistake.
  static func invalid(_ cause: String) -> Refusal {
    .input(
      .wrongUsage(
        "The address of the store is invalid: \(cause). Use a form like postgresql://HOST/DATABASE",
        usage: nil))
  }

  private static let passwordGiven = Refusal.input(
    .wrongUsage(
      "Everybody on this machine could read a password in the store's address. "
        + "Put it into ~/.pgpass, or a file named by PGPASSFILE",
      usage: nil))

  /// Calls `body` with libpq's names and values of options.
  func withOptions<Value>(_ body: (Libpq.Texts?, Libpq.Texts?) -> Value) -> Value {
    // Those before the URL are defaults, and those after it override it.
    var options = [("fallback_application_name", "tally")]
    if getenv("PGCONNECT_TIMEOUT") == nil { options.append(("connect_timeout", "5")) }
    options += [
      ("dbname", url), ("client_encoding", "UTF8"), ("target_session_attrs", "read-write"),
    ]
    let (names, values) = (
      options.map { strdup($0.0) } + [nil], options.map { strdup($0.1) } + [nil]
    )
    defer { (names + values).forEach { free($0) } }
    return names.map { UnsafePointer($0) }.withUnsafeBufferPointer { names in
      values.map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
        body(names.baseAddress, values.baseAddress)
      }
    }
  }
}
