import Programs
import Testing

/// An operation on a store in PostgreSQL, whose connection may be cut.
struct CutOperation: Sendable {
  /// Who is logged in.
  enum Person: Sendable { case ada, bea, nobody }

  let name: String
  let arguments: [String]
  var person = Person.ada
  var input = ""
  /// Whether it prints while it reads, so that an error may come after a part of the answer.
  var printsWhileReading: Bool { ["export", "history"].contains(arguments[0]) }
  /// Whether the tables are there before.
  var hasStore = true
  /// Whether it may be done twice with the same effect as once.
  var isRepeatable = false

  private init(
    _ arguments: String, as person: Person = .ada, input: String = "", hasStore: Bool = true,
    isRepeatable: Bool = false
  ) {
    self.arguments = arguments.split(separator: " ").map(String.init)
    name = self.arguments.joined(separator: " ")
    (self.person, self.input) = (person, input)
    (self.hasStore, self.isRepeatable) = (hasStore, isRepeatable)
  }

  /// Checks the whole store.
  static let check = Self("check")

  static let password = "\(TallyProgram.password)\n"
  private static let row =
    #"{"id":"r-1","name":"water","time":"2026-01-02T03:04:05Z","kind":"change","change":4}"#

  static let all = [
    Self("signup cleo --password-stdin", as: .nobody, input: password),
    Self("signup cleo --password-stdin", as: .nobody, input: password, hasStore: false),
    Self("login ada --password-stdin", as: .nobody, input: password),
    Self("up main 3 --id a", isRepeatable: true),
    Self("up fresh --create --id a", isRepeatable: true),
    Self("down ada/main --id a", as: .bea, isRepeatable: true),
    Self("set main 40 --id a", isRepeatable: true),
    Self("undo main --id a", isRepeatable: true),
    Self("redo tea --id a", isRepeatable: true),
    Self("reset main --id a", isRepeatable: true),
    Self("+ 2 --id a", isRepeatable: true),
    Self("--quiet", input: "+ 2\n"),
    Self("rename tea coffee"), Self("new milk"), Self("open tea"),
    Self("target main 10", isRepeatable: true),
    Self("share tea with bea"), Self("unshare main with bea"),
    Self("leave ada/main", as: .bea), Self("delete main --yes"),
    Self("import -", input: "\(row)\n", isRepeatable: true),
    Self("export"), Self("list"), Self("show main"), Self("history main"), Self("chart main"),
    Self("members main"), Self("whoami"), Self("account"), check,
    Self("logout"),
    Self("password --password-stdin", input: "\(password)another good 1\n"),
    Self("delete-account --password-stdin", as: .bea, input: password),
  ]
}

extension CutOperation {
  /// An operation that was not disturbed.
  struct Reference: Sendable {
    let operation: CutOperation
    /// The number of its requests to the server.
    let requests: Int
    let errors: String
    /// What was stored.
    let before: [String]
    let after: [String]

    init(of operation: CutOperation) async throws {
      self.operation = operation
      let place = try await Place(for: operation)
      before = try await place.state()
      place.proxy.cut { _, _ in nil }
      let run = try await place.run(operation)
      try #require(run.status == 0, "\(operation.name): \(run)")
      (requests, errors) = (place.proxy.requests, run.errors)
      after = try await place.state()
      try await place.end()
    }
  }
}
