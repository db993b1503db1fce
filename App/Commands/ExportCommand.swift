import ArgumentParser
import Domain
import Presentation

struct ExportCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export every counter and change of the account.",
    discussion: CommandHelp.text(
      """
      Writes one row for each change. JSON has one object a line. An existing file is replaced as a whole or not at \
      all.
      """,
      examples: [
        "tally export coffee.json",
        "tally export --format csv > counts.csv",
        "tally export - | gzip > counts.json.gz",
      ],
      others: [74: "the store or the output failed"]))

  /// The formats that hold everything.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json, csv

    var transfer: TransferFormat { self == .csv ? .csv : .jsonLines }
  }

  @Argument(
    help: "The file to write; standard output when it is - or left out.", completion: .file())
  var file: PlainText?
  @Option(help: "The format of the rows.")
  var format = Format.json
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func validate() throws {
    if file?.text.isEmpty == true { throw ValidationError.namelessFile }
  }

  func run(_ context: CommandContext) async throws(Refusal) {
    let session = try await context.session()
    let path = file?.text ?? "-"
    try await write(to: path, in: session, context)
    if path != "-" { context.remark(TransferWords.exported(to: path)) }
  }

  private func write(to path: String, in session: Session, _ context: CommandContext)
    async throws(Refusal)
  {
    let sink = try context.files.sink(path)
    // Rows on the screen tell themselves how far they are.
    let progress = sink.isSeen ? nil : context.progress
    defer { progress?.end() }
    let target = RowWriter(encoder: context.encoder(format.transfer), sink: sink)
    // The headings, also where there are no rows.
    try target.write([])
    try await context.useCases.exportAccount(to: target, in: session) { progress?.report($0) }
    try sink.finish()
  }
}
