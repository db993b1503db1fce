import ArgumentParser
import Domain
import Presentation

struct ExportCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write every counter and change of the account.",
    discussion: """
      One row a change, with its own identifier; JSON has one object a line. A file that exists is replaced \
      whole or not at all.

      Examples:
        tally export coffee.json
        tally export --format csv > counts.csv
        tally export - | gzip > counts.json.gz
      """)

  /// The formats that hold everything.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json, csv

    var transfer: TransferFormat { self == .csv ? .csv : .jsonLines }
  }

  @Argument(help: "The file to write; - or none is standard output.", completion: .file())
  var file: PlainText?
  @Option(help: "How to write the rows.")
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
    if path != "-" { context.remark(FileWords.exported(to: path)) }
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
