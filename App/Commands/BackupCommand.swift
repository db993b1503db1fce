import ArgumentParser
import Domain
import Presentation

struct BackupCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy the whole store.",
    discussion: CommandHelp.text(
      """
      Copies the store, with everybody's accounts, as it is at one moment. Others can go on counting. To restore the \
      copy, copy it over the store while no Tally runs. If there is a file beside the store whose name ends in \
      -journal, remove it.
      """,
      examples: [
        "tally backup tally-backup.db",
        "tally backup - | gzip > tally-backup.db.gz",
      ],
      login: nil,
      others: [66: "there is no such store", 74: "the store or the output failed"]))

  @Argument(
    help: "The file to write, or - for standard output.",
    completion: .file())
  var file: PlainText
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func validate() throws {
    if file.text.isEmpty { throw ValidationError.namelessFile }
    if file.text == "-", Descriptor.output.isTerminal {
      throw ValidationError("A backup is not text for a terminal. Name a file, or use a pipe")
    }
  }

  func run(_ context: CommandContext) async throws(Refusal) {
    guard file.text == "-" else {
      try await context.maintenance.backUp(to: file.text)
      return context.remark(TransferWords.backedUp(to: file.text))
    }
    let output = context.dataOutput
    try await context.maintenance.backUp { bytes throws(Refusal) in try output.write(bytes: bytes) }
  }
}
