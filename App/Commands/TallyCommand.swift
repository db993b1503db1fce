import ArgumentParser
import Domain

/// The whole program; without a command, it starts a session.
package struct TallyCommand: AsyncParsableCommand {
  /// The program with its version.
  package static let version = "tally 0.3.0"

  package static let configuration = CommandConfiguration(
    commandName: "tally",
    abstract: "Count things and keep the counts.",
    discussion: """
      Examples:
        tally                     start a session; help lists its commands
        tally signup              make an account and stay logged in
        tally up coffee --create  count up, making the counter the first time
        tally history coffee      show what was counted

      A session takes the same commands, also without tally before them. Commands without a counter's name use the open \
      counter. ls, rm and mv are list, delete and rename.

      In a pipe, a session reads lines without a prompt. The first line that fails ends it.
      """,
    version: version,
    groupedSubcommands: [
      CommandGroup(
        name: "Sessions", subcommands: [ScreenCommand.self, ServeCommand.self]),
      CommandGroup(
        name: "Counting",
        subcommands: [
          UpCommand.self, DownCommand.self, PlusCommand.self, MinusCommand.self, SetCommand.self,
          ResetCommand.self, UndoCommand.self, RedoCommand.self, RevertCommand.self,
        ]),
      CommandGroup(
        name: "Reading",
        subcommands: [
          ShowCommand.self, ListCommand.self, HistoryCommand.self, ChartCommand.self,
          StatsCommand.self,
        ]),
      CommandGroup(
        name: "Counters",
        subcommands: [
          NewCommand.self, OpenCommand.self, TargetCommand.self, RenameCommand.self,
          ArchiveCommand.self, UnarchiveCommand.self, DeleteCommand.self,
        ]),
      CommandGroup(
        name: "Sharing",
        subcommands: [
          ShareCommand.self, UnshareCommand.self, MembersCommand.self, LeaveCommand.self,
          InviteCommand.self, InvitationsCommand.self, UninviteCommand.self,
        ]),
      CommandGroup(
        name: "Moving", subcommands: [ExportCommand.self, ImportCommand.self]),
      CommandGroup(
        name: "Upkeep", subcommands: [BackupCommand.self, CheckCommand.self]),
      CommandGroup(
        name: "Account",
        subcommands: [
          SignupCommand.self, LoginCommand.self, LogoutCommand.self, WhoamiCommand.self,
          AccountCommand.self, DayCommand.self, PasswordCommand.self, ResetPasswordCommand.self,
          DeleteAccountCommand.self,
        ]),
    ])

  @OptionGroup var options: SharedOptions

  /// Creates the command for the parser.
  package init() {}

  @Flag(help: ArgumentHelp("Print the manual page, for man(1).", visibility: .hidden))
  var generateManual = false

  /// The form of each command without options, and its abstract.
  package static var forms: [(form: String, abstract: String)] {
    commands.compactMap { command in
      command.configuration.form.map { ($0, command.configuration.abstract) }
    }
  }

  /// The command with this name, if there is one.
  static func command(named name: String) -> (any AsyncParsableCommand.Type)? {
    commands.first { $0.configuration.commandName == name } as? any AsyncParsableCommand.Type
  }

  /// The names of all commands.
  package static var commandNames: [String] {
    commands.compactMap { $0.configuration.commandName } + ["help"]
  }

  private static var commands: [any ParsableCommand.Type] {
    configuration.groupedSubcommands.flatMap { $0.subcommands }
  }
}
