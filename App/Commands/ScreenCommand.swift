import ArgumentParser

struct ScreenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    form: "screen", abstract: "Count on the full screen.",
    remarks: """
      The last rows show the keys of each scene; ? explains them, and q leaves. In a pipe, or at a terminal that \
      cannot show it, Tally continues line by line.
      """,
    examples: [
      "tally screen",
      "tally screen --store team.db",
    ],
    login: nil)

  @OptionGroup var options: SharedOptions
}
