import ArgumentParser
import Domain

struct BackupCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Write a copy of the whole store.",
    discussion: """
      The copy is the store as it is at one moment, with the accounts of everybody; others may count meanwhile. \
      To restore it, copy it over the store while no Tally runs, and remove the file beside the store whose name \
      ends in -journal, if there is one.

      Example:
        tally backup tally-backup.db
      """)

  @Argument(
    help: "The file to write; one that exists is replaced whole or not at all.",
    completion: .file())
  var file: PlainText
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func validate() throws {
    if file.text.isEmpty { throw ValidationError.namelessFile }
  }

  func run(_ context: CommandContext) async throws(Refusal) {
    try await context.upkeep.backUp(to: file.text)
  }
}
