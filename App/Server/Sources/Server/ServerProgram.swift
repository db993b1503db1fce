import ArgumentParser
import Commands
import Composition
import Domain
import Foundation
import Terminal

/// The program `tally-serve`, from its arguments to its exit status.
public enum ServerProgram {
  /// Serves until a signal ends it, and exits.
  ///
  /// - Parameter largestGroup: how many changes are committed together at most; the store's default
  ///   if `nil`.
  public static func run(largestGroup: Int? = nil) -> Never {
    Program.run { (words) async throws(Refusal) in
      guard let arguments = try ServerArguments.parsed(words, showingHelp: say) else { return 0 }
      return await serve(arguments, largestGroup: largestGroup)
    }
  }

  private static func serve(_ arguments: ServerArguments, largestGroup: Int?) async -> Int32 {
    do throws(Refusal) {
      try await serve(arguments.serve, arguments.options.values, largestGroup: largestGroup)
      return 0
    } catch {
      return Program.status(
        reporting: error, isVerbose: arguments.options.values.verbose)
    }
  }

  private static func serve(
    _ options: ServeOptions, _ shared: CommonValues, largestGroup: Int?
  ) async throws(Refusal) {
    var certificate = try Certificate(options)
    let doubt = Doubt()
    let root = try await CompositionRoot(
      serving: shared, largestGroup: largestGroup, whenOutcomeIsUnknown: { doubt.arise(cause: $0) })
    let authority =
      options.lan && certificate == nil
      ? try AuthorityKeeper(
        file: root.authorityFile, clock: root.clock, addresses: LANService.addresses(options))
      : nil
    certificate = certificate ?? authority?.certificate
    let server = PageServer(
      options: options, certificate: certificate, authority: authority, root: root, doubt: doubt,
      shared: shared)
    if !shared.quiet, let warning = await root.warning {
      FileHandle.standardError.writeIfRead("tally: \(warning)\n")
    }
    if shared.verbose { say("The store is \(root.storePath)") }
    try await server.run()
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.writeIfRead("\(line)\n")
  }
}

extension FileHandle {
  /// Writes a text as long as somebody reads it: the page is served whether or not.
  func writeIfRead(_ text: String) {
    try? write(contentsOf: Data(text.utf8))
  }
}

/// The arguments of the program.
struct ServerArguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tally-serve", abstract: "Serve the page for browsers.",
    discussion:
      "tally help serve explains it. SIGTERM and SIGINT end it, SIGHUP reads the certificate anew.")

  @OptionGroup var serve: ServeOptions
  @OptionGroup var options: SharedOptions

  /// Parses the words after the program's name.
  ///
  /// - Returns: the arguments; `nil` after showing the help that was asked for.
  /// - Throws: `Refusal.input(.wrongUsage)`.
  static func parsed(_ words: [String], showingHelp show: (String) -> Void) throws(Refusal)
    -> ServerArguments?
  {
    do {
      return try ServerArguments.parse(words)
    } catch {
      if ServerArguments.exitCode(for: error) == .success {
        show(ServerArguments.fullMessage(for: error))
        return nil
      }
      throw .input(
        .wrongUsage(ServerArguments.message(for: error), usage: "tally-serve [<options>]"))
    }
  }
}
