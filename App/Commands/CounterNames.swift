import ArgumentParser
import Domain

extension CompletionKind {
  /// The names of the counters of the saved login, as they are when the completion key is pressed.
  static var counterNames: CompletionKind {
    .custom { arguments, _, _ in
      let store = arguments.lastIndex(of: "--store").flatMap { arguments[$0...].dropFirst().first }
      // Somebody who types is not to be interrupted by what is wrong.
      guard let options = try? SharedOptions.parse(store.map { ["--store", $0] } ?? []),
        let context = try? CommandContext(options: options),
        let session = try? await context.session(),
        let counters = try? await context.useCases.counters.counters(in: session)
      else { return [] }
      return counters.map(\.name.text).map(CompletionShell.requesting == .bash ? quoted : { $0 })
    }
  }
}

/// As one word of a shell, which Bash's `compgen -W` expands: a name could hold a command otherwise.
private func quoted(_ name: String) -> String {
  "'\(name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
}
