import ArgumentParser
import Domain
import Presentation

struct ImportCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Take in the changes that the account does not have yet.",
    discussion: """
      Reads what export writes, JSON or CSV, whichever it is. Importing twice changes nothing more, and one \
      bad row is reason to import nothing.

      Examples:
        tally import counts.json
        gunzip -c counts.json.gz | tally import -
      """)

  @Argument(help: "The file to read; - is standard input.", completion: .file())
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
