import ArgumentParser
import Domain
import Presentation

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
