import App
import Domain
import Foundation

/// The program `tally-serve`, from its arguments to its exit status.
package enum ServerProgram {
  /// Serves until a signal ends it, and exits.
  ///
  /// - Parameter largestGroup: how many changes are committed together at most; the store's default
  ///   if `nil`.
  package static func run(largestGroup: Int? = nil) -> Never {
    Program.run { words in
      switch try TallyServe.parsed(words) {
      case .success(let arguments): try await serve(arguments, largestGroup: largestGroup)
      case .failure(let text): say(text.lines)
      }
    }
  }

  private static func serve(_ arguments: TallyServe, largestGroup: Int?) async throws {
    do throws(Refusal) {
      try await serve(arguments.serve, arguments.options, largestGroup: largestGroup)
    } catch {
      throw Program.exitCode(of: error, isVerbose: arguments.options.verbose)
    }
  }

  private static func serve(
    _ options: ServeOptions, _ shared: SharedOptions, largestGroup: Int?
  ) async throws(Refusal) {
    let certificate = try Certificate(options)
    let doubt = Doubt()
    let root = try await CompositionRoot(
      serving: shared, largestGroup: largestGroup, whenOutcomeIsUnknown: { doubt.arise(cause: $0) })
    let server = PageServer(
      options: options, certificate: certificate, root: root, doubt: doubt,
      shared: shared)
    if !shared.quiet, let warning = await root.warning {
      FileHandle.standardError.write(Data("tally: \(warning)\n".utf8))
    }
    if shared.verbose { say("The store is \(root.storePath)") }
    try await server.run { say("Listening on \($0)") }
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
