import ArgumentParser
import Domain
import Presentation

struct NewCommand: Command {
  static let configuration = CommandConfiguration(
    form: "new <name>", abstract: "Make a counter and open it.",
    examples: [
      "tally new tea",
      "tally new \"cups of tea\"",
    ],
    refused: "there is a counter of that name, or the name is refused")

  @Argument(help: "The new counter's name.")
  var name: PlainText
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    let session = try await context.session()
    let counter = try await context.useCases.createCounter(named: name.text, in: session)
    context.remark(CounterWords.created(counter))
  }

  func onScenes() -> SceneCommand? { .new(name: name.text) }
}

struct OpenCommand: Command {
  static let configuration = CommandConfiguration(
    form: "open <name>", abstract: "Open a counter, which commands without a name then use.",
    examples: [
      "tally open coffee",
      "tally open coffee --quiet",
    ],
    refused: "there is no such counter")

  @Argument(help: .requiredName, completion: .counterNames)
  var name: PlainText
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    let session = try await context.session()
    let counter = try await context.useCases.openCounter(named: name.text, in: session)
    context.remark(CounterWords.opened(counter))
  }

  func onScenes() -> SceneCommand? { .open(name: name.text) }
}

struct RenameCommand: Command {
  static let configuration = CommandConfiguration(
    form: "rename [<name>] <new>", abstract: "Rename a counter.",
    examples: [
      "tally rename espresso",
      "tally rename coffee \"cups of coffee\"",
    ],
    refused: "there is no such counter, or the new name is taken or refused",
    login: CommandConfiguration.ownersOnly)

  @Argument(help: .leadingName, completion: .counterNames)
  var first: PlainText?
  @Argument(help: ArgumentHelp("The new name.", valueName: "new"))
  var second: PlainText?
  @OptionGroup var options: SharedOptions

  func validate() throws { try ValidationError.requireValue(first, named: "new") }

  func run(_ context: CommandContext) async throws(Refusal) {
    let (name, new) = PlainText.nameAndValue(first, second)
    let (session, counter) = try await context.counter(name)
    let renamed = try await context.useCases.renameCounter(counter, to: new, in: session)
    context.remark(CounterWords.renamed(counter, to: renamed))
  }

  func onScenes() -> SceneCommand? {
    let (name, new) = PlainText.nameAndValue(first, second)
    return name == nil ? .rename(name: new) : nil
  }
}

struct ArchiveCommand: Command {
  static let configuration = CommandConfiguration(
    form: "archive [<name>]", abstract: "Take a counter out of your lists, and keep it.",
    remarks: """
      Its count and history stay, and every command still works by its name. Others' lists do not change.
      """,
    examples: [
      "tally archive coffee",
      "tally list --archived",
    ],
    refused: "there is no such counter")

  @Argument(help: .leadingName, completion: .counterNames)
  var name: PlainText?
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    let (session, counter) = try await context.counter(name)
    try await context.useCases.counters.setArchived(true, counter, in: session)
    let open =
      if let place = context.place { place.openCounter } else {
        try await context.useCases.counters.openCounter(in: session)
      }
    context.remark(CounterWords.archived(counter, isOpen: open?.id == counter.id))
  }
}

struct UnarchiveCommand: Command {
  static let configuration = CommandConfiguration(
    form: "unarchive <name>", abstract: "Put an archived counter back into your lists.",
    examples: [
      "tally unarchive coffee",
      "tally unarchive tea --quiet",
    ],
    refused: "there is no such counter")

  @Argument(help: "The archived counter's name.", completion: .archivedNames)
  var name: PlainText
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    let (session, counter) = try await context.counter(name)
    try await context.useCases.counters.setArchived(false, counter, in: session)
    let isListed = try await context.useCases.isListed(counter, in: session)
    context.remark(CounterWords.unarchived(counter, isListed: isListed))
  }
}

struct DeleteCommand: Command {
  static let configuration = CommandConfiguration(
    form: "delete [<name>]", abstract: "Delete a counter with its history.",
    examples: [
      "tally delete coffee",
      "tally delete coffee --yes",
    ],
    refused: "there is no such counter, or the typed name is wrong",
    login: CommandConfiguration.ownersOnly)

  @Argument(help: .leadingName, completion: .counterNames)
  var name: PlainText?
  @Flag(name: .shortAndLong, help: "Delete without asking for the name again.")
  var yes = false
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    let (session, counter) = try await context.counter(name)
    var confirmation = counter.name.text
    if !yes {
      let members = try await context.useCases.members.memberCount(of: counter, in: session)
      confirmation = try await context.confirmation(
        of: .counterToDelete, after: CounterWords.deletion(of: counter, members: members))
    }
    try await context.useCases.deleteCounter(counter, confirmation: confirmation, in: session)
  }

  func onScenes() -> SceneCommand? { name == nil && !yes ? .delete : nil }
}
