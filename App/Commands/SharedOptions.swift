import ArgumentParser
import Domain
import Presentation
import Terminal

/// Options of every command, before or after its name.
public struct SharedOptions: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      "The store to use instead of $TALLY_STORE or the default one: a file, or postgresql://HOST/DATABASE.",
      valueName: "file"),
    completion: .file())
  var store: String?

  @Flag(name: .shortAndLong, help: "Print only results and errors, no messages.")
  var quiet = false

  @Flag(help: "Also name the store, and print the underlying error.")
  var verbose = false

  /// Creates the options for the parser.
  public init() {}

  public func validate() throws {
    // An unset variable in a script must not select the default store.
    if store?.isEmpty == true { throw ValidationError("--store needs the name of a file") }
  }

  /// What they ask for.
  public var values: CommonValues { CommonValues(store: store, quiet: quiet, verbose: verbose) }
}

/// The source of passwords.
struct PasswordOptions: ParsableArguments {
  @Flag(
    name: .customLong("password-stdin"),
    help: "Read passwords from standard input, one line each, instead of asking for them.")
  var fromInput = false

  /// Refuses the option in a session, which reads its own lines.
  func requireShell() throws(Refusal) {
    if fromInput { throw .onlyInShell("--password-stdin") }
  }
}

extension Refusal {
  /// The refusal of an option that works only in a shell.
  package static func onlyInShell(_ option: String) -> Refusal {
    .input(.wrongUsage("\(option) works only in a shell", usage: nil))
  }
}

/// Options of every change of a count.
struct ChangeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Run only once with this key. A repeat prints the first result.",
      valueName: "key"))
  var id: PlainText?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A note to show in the history, of up to \(Note.maximumLength) characters.",
      valueName: "text"))
  var note: PlainText?

  /// The request with the options' key as its identifier, and their note.
  func request(
    _ command: CountCommand, at time: Timestamp? = nil, expecting expected: PlainText? = nil
  ) throws(Refusal) -> CommandRequest {
    let expected = try expected.map { text throws(Refusal) in try WholeNumber.number(text.text) }
    let id = try id.map { id throws(Refusal) in try Change.ID(checking: id.text) }
    let note = try note.flatMap { note throws(Refusal) in try Note(note.text) }
    return CommandRequest(command, at: time, id: id, expected: expected, note: note)
  }

  /// The addition as the scene of the open counter does it; `nil` with options that no scene has, and
  /// with a blank time, which means now on a scene and is a mistake here.
  func onScenes(_ command: CountCommand, at time: PlainText?, as format: OutputFormat)
    -> SceneCommand?
  {
    guard case .add(let amount) = command, id == nil, format == .text,
      time?.text.allSatisfy(\.isWhitespace) != true
    else { return nil }
    return .add(amount, at: time?.text ?? "", note: note?.text ?? "")
  }
}
