import App
import ArgumentParser
import Domain

/// The arguments of the program.
struct TallyServe: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tally-serve", abstract: "Serve the page for browsers.",
    discussion:
      "tally help serve explains it. SIGTERM and SIGINT end it, SIGHUP reads the certificate anew.")

  @OptionGroup var serve: ServeOptions
  @OptionGroup var options: SharedOptions

  /// Parses the words after the program's name.
  ///
  /// - Returns: the arguments, or a text to print instead.
  /// - Throws: `Refusal.wrongUsage`.
  static func parsed(_ words: [String]) throws(Refusal) -> Result<TallyServe, Text> {
    do {
      return .success(try TallyServe.parse(words))
    } catch {
      let text = TallyServe.fullMessage(for: error)
      if TallyServe.exitCode(for: error) == .success { return .failure(Text(lines: text)) }
      throw .wrongUsage(TallyServe.message(for: error), usage: "tally-serve [<options>]")
    }
  }

  /// A text that was asked for instead of serving: the help.
  struct Text: Error {
    let lines: String
  }
}
