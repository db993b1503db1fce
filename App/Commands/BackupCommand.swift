import ArgumentParser
import Domain
import Presentation

struct BackupCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Write a copy of the whole store.",
    discussion: """
      The copy is the store as it is at one moment, with the accounts of everybody; others may count meanwhile. \
      To restore it, copy it over the store while no Tally runs, and remove the file beside the store whose name \
      ends in -journal, if there is one.

      Examples:
        tally backup tally-backup.db
        tally backup - | gzip > tally-backup.db.gz
      """)

  @Argument(
    help: "The file to write, replaced whole or not at all; - is standard output.",
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
      return context.remark(FileWords.backedUp(to: file.text))
    }
    let output = context.dataOutput
    try await context.maintenance.backUp { bytes throws(Refusal) in try output.write(bytes: bytes) }
  }
}
