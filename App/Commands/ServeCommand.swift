import ArgumentParser
import Domain

struct ServeCommand: AsyncParsableCommand {
  static let name = "serve"

  static let configuration = CommandConfiguration(
    form: name, abstract: "Serve the page for browsers.",
    discussion: CommandHelp.text(
      """
      Starts the program tally-serve, which serves Tally as a web page until it is interrupted. On 127.0.0.1 only this \
      machine can use it. For phones, it needs a certificate, or a proxy that has one.
      """,
      examples: [
        "tally serve",
        "tally serve --listen 192.168.1.5:8443 --certificate page.pem --key page.key",
        "tally serve --behind-proxy 127.0.0.1 --host counts.example.org --allow-sign-up",
      ],
      login: nil,
      others: [
        66: "there is no such store", 74: "the store or the network failed",
      ]))

  @OptionGroup var serve: ServeOptions
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run() async throws {
    let options = options.or(tally.options)
    do throws(Refusal) {
      try ServerLauncher.launch(serve.arguments + options.arguments)
    } catch {
      throw ErrorReport(isVerbose: options.verbose).exitCode(of: error)
    }
  }
}
