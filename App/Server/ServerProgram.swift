import App
import Domain
import Foundation

/// The program `tally-serve`, from its arguments to its exit status.
package enum ServerProgram {
  /// Serves until a signal ends it, and exits.
  package static func run() -> Never {
    Program.run { words in
      switch try TallyServe.parsed(words) {
      case .success(let arguments): try await serve(arguments)
      case .failure(let text): say(text.lines)
      }
    }
  }

  private static func serve(_ arguments: TallyServe) async throws {
    do throws(Refusal) {
      try await serve(arguments.serve, arguments.options)
    } catch {
      throw Program.exitCode(of: error, isVerbose: arguments.options.verbose)
    }
  }

  private static func serve(_ options: ServeOptions, _ shared: SharedOptions) async throws(Refusal)
  {
    let certificate = try Certificate(options)
    let doubt = Doubt()
    let root = try await CompositionRoot(
      serving: shared, whenOutcomeIsUnknown: { doubt.arise(cause: $0) })
    let server = PageServer(
      options: options, certificate: certificate, root: root, doubt: doubt,
      shared: shared)
    if shared.verbose { say("The store is \(root.storePath)") }
    try await server.run { say("Listening on \($0)") }
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
