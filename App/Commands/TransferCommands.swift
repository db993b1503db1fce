import ArgumentParser
import Composition
import Domain
import Presentation
import Synchronization

struct ExportCommand: Command {
  static let configuration = CommandConfiguration(
    form: "export [<file>]", abstract: "Export your counters with all their changes.",
    remarks: """
      Writes one row for each change. A file whose name ends in .csv gets CSV, any other one JSON with one object a line. An existing file is replaced as a whole or not at \
      all. Members and targets are not exported.
      """,
    examples: [
      "tally export counts.json",
      "tally export tea.json --counter tea --counter main",
      "tally export counts.csv",
      "tally export - | gzip > counts.json.gz",
    ],
    refused: "there is no such counter",
    others: [74: "the store or the output failed"])

  /// The formats that contain everything.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json, csv

    var transfer: TransferFormat { self == .csv ? .csv : .jsonLines }
  }

  @Argument(
    help: "The file to write; standard output when it is - or left out.", completion: .file())
  var file: PlainText?
  @Option(
    name: .customLong("counter"),
    help: ArgumentHelp(
      "Export only this counter. Can be repeated. By default, all your own counters are exported.",
      valueName: "name"),
    completion: .counterNames)
  var counters: [PlainText] = []
  @Option(
    name: .format,
    help: "The format of the rows. By default, csv for a file that ends in .csv, else json.")
  var format: Format?
  @OptionGroup var options: SharedOptions

  func validate() throws {
    if file?.text.isEmpty == true { throw ValidationError.namelessFile }
  }

  func run(_ context: CommandContext) async throws(Refusal) {
    let session = try await context.session()
    let path = file?.text ?? "-"
    try await write(to: path, in: session, context)
    if path != "-" { context.remark(TransferWords.exported(to: path)) }
  }

  private func format(of path: String) -> Format {
    format ?? (path.lowercased().hasSuffix(".csv") ? .csv : .json)
  }

  private func write(to path: String, in session: Session, _ context: CommandContext)
    async throws(Refusal)
  {
    let sink = try context.files.sink(path)
    // Rows on the terminal show the progress themselves.
    let progress = sink.isSeen ? nil : context.progress
    defer { progress?.end() }
    let target = RowWriter(encoder: ResultEncoder(format(of: path).transfer), sink: sink)
    // Writes the header even if there are no rows.
    try target.write([])
    var chosen: [Counter] = []
    for name in counters {
      chosen.append(try await context.useCases.findCounter(named: name.text, in: session))
    }
    try await context.useCases.exportAccount(
      of: chosen.isEmpty ? nil : chosen, to: target, in: session
    ) { progress?.report($0) }
    try sink.finish()
  }
}

struct ImportCommand: Command {
  static let configuration = CommandConfiguration(
    form: "import <file>", abstract: "Import the changes that the account doesn't have yet.",
    remarks: """
      Reads JSON or CSV as written by export. Existing rows are skipped. If a row is invalid, nothing is imported.

      A file from another program needs only the fields name, time and change, between commas, semicolons or tabs. \
      --columns says which headers mean them, and --counter which counter is meant where no field names one. A list of \
      times alone counts 1 for each. Times are \(ImportCommand.times).
      """,
    examples: [
      "tally import counts.json",
      "tally import counts.json --dry-run",
      "tally import habits.csv --columns name=Habit,time=Date,change=Value",
      "tally import times.txt --counter coffee",
      "gunzip -c counts.json.gz | tally import -",
    ],
    login: "not logged in, or a row is for somebody else's counter",
    others: [65: "a row is invalid", 66: "there is no such file"])

  @Argument(help: "The file to read, or - for standard input.", completion: .file())
  var file: PlainText
  @Flag(name: .customLong("dry-run"), help: "Print what would be imported, and import nothing.")
  var isTrial = false
  @Option(
    help: ArgumentHelp(
      "Headers that differ from the names of fields.", valueName: "field=header,..."))
  var columns: PlainText?
  @Option(
    help: ArgumentHelp("The counter of rows that name none.", valueName: "name"),
    completion: .counterNames)
  var counter: PlainText?
  @OptionGroup var options: SharedOptions

  func validate() throws {
    if file.text.isEmpty { throw ValidationError.namelessFile }
  }

  private static let times =
    #"in RFC 3339, or your local time: 2026-11-21, "2026-11-21 09:00" or 2026-11-21T09:00:30"#

  /// The fields with the headers of the option.
  ///
  /// - Throws: `Refusal.input(.wrongUsage)`.
  private func headers() throws(Refusal) -> [ImportForm.Field: String] {
    var headers: [ImportForm.Field: String] = [:]
    for pair in columns?.text.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[1].isEmpty else {
        throw .input(
          .wrongUsage(
            "Not a field and its header: \(pair). Use a form like name=Habit,time=Date", usage: nil)
        )
      }
      guard let field = ImportForm.Field(rawValue: String(parts[0])) else {
        let fields = ImportForm.Field.allCases.map(\.rawValue).joined(separator: ", ")
        throw .input(
          .wrongUsage("Unknown field: \(parts[0]). The fields are \(fields)", usage: nil))
      }
      guard headers.updateValue(String(parts[1]), forKey: field) == nil else {
        throw .input(.wrongUsage("--columns names the field \(field.rawValue) twice", usage: nil))
      }
    }
    return headers
  }

  func run(_ context: CommandContext) async throws(Refusal) {
    let columns = try headers()
    let session = try await context.session()
    let form = ImportForm(
      columns: columns, counter: counter?.text, calendar: context.calendar,
      days: try await context.useCases.days(of: session))
    let progress = context.progress
    defer { progress.end() }
    let source = try context.files.source(file.text, form)
    let summary = try await context.useCases.importAccount(
      from: source, isTrial: isTrial, in: session
    ) { step in
      switch step {
      case .read(let line): progress.report(Int64(line))
      case .saved(let rows): progress.report(rows, "rows saved")
      }
    }
    // The result of a dry run is its output, not a remark.
    if isTrial { return try context.print(sentences: [summary.trialWords]) }
    context.remark(summary.words)
  }

  func onScenes() throws(Refusal) -> SceneCommand? {
    // A session reads its own lines from standard input.
    if file.text == "-" { throw .onlyInShell("import -") }
    return nil
  }
}

/// Writes rows of an export as text.
final class RowWriter: TransferTarget {
  private let encoder: Mutex<ResultEncoder>
  private let sink: any TextSink

  init(encoder: ResultEncoder, sink: any TextSink) {
    self.encoder = Mutex(encoder)
    self.sink = sink
  }

  func write(_ rows: [TransferRow]) throws(Refusal) {
    let lines = encoder.withLock { $0.lines(of: .rows(rows)) }
    var text = ""
    for line in lines {
      text += line
      text += "\n"
    }
    try sink.write(text)
  }
}
