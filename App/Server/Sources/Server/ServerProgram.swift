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
      switch try ServerArguments.parsed(words) {
      case .success(let arguments): return await serve(arguments, largestGroup: largestGroup)
      case .failure(let text): say(text.lines)
      }
      return 0
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
  /// - Returns: the arguments, or a text to print instead.
  /// - Throws: `Refusal.input(.wrongUsage)`.
  static func parsed(_ words: [String]) throws(Refusal) -> Result<ServerArguments, Text> {
    do {
      return .success(try ServerArguments.parse(words))
    } catch {
      let text = ServerArguments.fullMessage(for: error)
      if ServerArguments.exitCode(for: error) == .success { return .failure(Text(lines: text)) }
      throw .input(
        .wrongUsage(ServerArguments.message(for: error), usage: "tally-serve [<options>]"))
    }
  }

  /// A text that was asked for instead of serving: the help.
  struct Text: Error {
    let lines: String
  }
}

/// How many files the process may have open, which every connection needs.
enum FileLimit {
  /// Raises the limit as far as the system allows, and returns it. The usual one is meant for
  /// programs that wait with `select`.
  static func raised() -> Int {
    #if canImport(Darwin)
      let resource = RLIMIT_NOFILE
    #else
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return 1_024 }
    var raised = limit
    raised.rlim_cur = limit.rlim_max
    if setrlimit(resource, &raised) == 0 { limit = raised }
    return Int(min(limit.rlim_cur, 1 << 20))
  }
}
