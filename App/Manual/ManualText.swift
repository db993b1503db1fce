/// The parts of the manual page that the commands do not contain.
enum ManualText {
  static let description = [
    ".Nm", "counts things and keeps the counts, with the history of every change, in one file that",
    "several people and several terminals may use at once.",
    "People make an account, log in, and count up and down.", ".Pp",
    "Without a command,", ".Nm",
    "reads commands line by line: from a person at a terminal, or from a pipe, where the first line",
    "that fails ends it.", "The line", ".Ql help", "lists the commands.",
    "The command", ".Ql screen", "uses the whole terminal;", ".Ql \\&?", "lists the keys there.",
    ".Pp",
    "A time has a form like 2026-11-21, \\(dq2026-11-21 09:00\\(dq, 09:00, now, today,",
    "\\(dqyesterday 18:30\\(dq, \\(dq2 hours ago\\(dq or RFC 3339.",
    "It is local time unless it names a zone.",
    "A period includes its beginning, but not its end.",
  ]

  static let sections =
    [".Sh ENVIRONMENT", ".Bl -tag -width XDG_STATE_HOME"]
    + items([
      ("Ev TALLY_STORE", "The store, unless \\-\\-store is given."),
      ("Ev XDG_DATA_HOME", "The folder of the default store; ~/.local/share unless set."),
      (
        "Ev XDG_STATE_HOME",
        "The folder of the saved login and the line editor's history; ~/.local/state unless set."
      ),
      (
        "Ev COLUMNS",
        "The width of charts at the line, instead of the terminal's."
      ),
      (
        "Ev PAGER",
        "The program for results that are longer than the screen; less \\-FRX unless set."
      ),
      ("Ev LANG , LC_ALL", "Whether charts are drawn with block characters."),
      ("Ev TZ", "The time zone."),
      ("Ev TERM , NO_COLOR", "The kind of terminal, and whether the full screen has colours."),
    ]) + [".El", ".Sh FILES", ".Bl -tag -width Ds"]
    + items([
      ("Pa ~/.local/share/tally/tally.db", "The store."),
      ("Pa ~/.local/share/tally/tally.db.gate", "Lets one writer at a time through."),
      ("Pa ~/.local/state/tally/session", "The saved login, one for each store."),
      (
        "Pa ~/.local/state/tally/device",
        "What your accounts know this device by, kept after logout: failed logins elsewhere do not "
          + "make it wait."
      ),
      (
        "Pa ~/.local/state/tally/history",
        "The lines typed at the prompt, without passwords and answers."
      ),
    ]) + [".El", ".Sh EXIT STATUS", ".Bl -tag -width Ds"]
    + items([
      ("0", "Done."), ("1", "Refused: for example, there is no such counter, or nothing to undo."),
      ("64", "Wrong usage."), ("65", "Bad input data."), ("66", "No such input file or store."),
      ("74", "The store or the output failed, or it is not known whether a change was saved."),
      ("75", "Busy, or too many attempts: try again."),
      ("77", "Not logged in, not allowed, or wrong credentials."), ("130", "Interrupted."),
      ("141", "The reader of the output has gone."),
    ]) + [".El"]

  private static func items(_ entries: [(mark: String, text: String)]) -> [String] {
    entries.flatMap { [".It \($0.mark)", $0.text] }
  }
}
