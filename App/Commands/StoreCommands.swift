import ArgumentParser
import Composition
import Domain
import Presentation
import Terminal

struct BackupCommand: Command {
  static let configuration = CommandConfiguration(
    form: "backup <file>", abstract: "Copy the whole store.",
    remarks: """
      Copies the store as of one moment, with everybody's accounts. No login is needed, and others can count \
      meanwhile. To restore the copy, end every running Tally. If there is a file beside the store whose name ends in \
      -journal, remove it. Then copy the backup over the store. A store on PostgreSQL is backed up with pg_dump instead.
      """,
    examples: [
      "tally backup tally-backup.db",
      "tally backup - | gzip > tally-backup.db.gz",
    ],
    login: nil,
    others: [66: "there is no such store", 74: "the store or the output failed"])

  @Argument(
    help: "The file to write, or - for standard output.",
    completion: .file())
  var file: PlainText
  @OptionGroup var options: SharedOptions

  func validate() throws {
    if file.text.isEmpty { throw ValidationError.namelessFile }
    if file.text == "-", Descriptor.output.isTerminal {
      throw ValidationError("A backup is not text for a terminal. Name a file, or use a pipe")
    }
  }

  /// A server that cannot be reached is backed up elsewhere too.
  func check() throws(Refusal) { try CompositionRoot.checkBackup(of: options.values) }

  func run(_ context: CommandContext) async throws(Refusal) {
    guard file.text == "-" else {
      try await context.maintenance.backUp(to: file.text)
      return context.remark(TransferWords.backedUp(to: file.text))
    }
    let output = context.dataOutput
    try await context.maintenance.backUp { bytes throws(Refusal) in try output.write(bytes: bytes) }
  }
}

struct CheckCommand: Command {
  static let configuration = CommandConfiguration(
    form: "check", abstract: "Check the store for damage.",
    remarks: """
      Prints a line for each problem. For a store on PostgreSQL it also prints the server's settings, and what a saved \
      change survives with them.
      """,
    examples: [
      "tally check",
      "tally check --store tally-backup.db",
    ],
    login: nil,
    others: [66: "there is no such store", 74: "there are problems, or the store cannot be read"])

  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    let faults = try await context.maintenance.faults()
    let durability = try await context.maintenance.durability()
    try context.print(
      sentences: (faults.isEmpty ? [StoreFault.none] : faults.map(\.sentence))
        + (durability?.sentences ?? []))
    if let refusal = faults.refusal(onServer: durability != nil) { throw refusal }
  }
}

extension [StoreFault] {
  /// The refusal to end with; `nil` without problems.
  func refusal(onServer isOnServer: Bool) -> Refusal? {
    if isEmpty { return nil }
    // A backup does not help when SQLite on this machine has the wrong settings.
    let areSettings = allSatisfy { if case .setting = $0 { true } else { false } }
    if areSettings {
      return .environment(cause: "SQLite does not apply the settings that Tally needs")
    }
    let cause = "number of problems: \(count)"
    return isOnServer ? .store(.database(.damaged, cause: cause)) : .store(.damaged(cause: cause))
  }
}
