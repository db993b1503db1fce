import ArgumentParser

struct ScreenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screen", abstract: "Count on the full screen.",
    discussion: """
      The keys of each scene are in its last rows; ? explains them, q leaves. In a pipe, or at a terminal \
      that cannot show it, Tally goes on line by line.
      """)

  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  @MainActor
  func run() async throws {
    let options = options.or(tally.options)
    if let refusal = await Toolkits.run(options, onScreen: true) {
      throw ExitCode(refusal.exitStatus)
    }
  }
}
