import ArgumentParser
import Domain
import Presentation

struct ImportCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import the changes that the account doesn't have yet.",
    discussion: CommandHelp.text(
      """
      Reads JSON or CSV as written by export. Existing rows are skipped. When a row is invalid, nothing is \
      imported.
      """,
      examples: [
        "tally import counts.json",
        "gunzip -c counts.json.gz | tally import -",
      ],
      others: [65: "a row is invalid", 66: "there is no such file"]))

  @Argument(help: "The file to read, or - for standard input.", completion: .file())
  var file: PlainText
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func validate() throws {
    if file.text.isEmpty { throw ValidationError.namelessFile }
  }

  func run(_ context: CommandContext) async throws(Refusal) {
    let session = try await context.session()
    let progress = context.progress
    defer { progress.end() }
    let source = try context.files.source(file.text)
    let summary = try await context.useCases.importAccount(from: source, in: session) { step in
      switch step {
      case .read(let line): progress.report(Int64(line))
      case .saved(let rows): progress.report(rows, "rows saved")
      }
    }
    context.remark(summary.words)
  }
}
