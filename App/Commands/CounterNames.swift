import ArgumentParser
import Domain

extension CompletionKind {
  /// The names of the counters of the saved login, as they are when the completion key is pressed.
  static var counterNames: CompletionKind {
    .custom { arguments, _, _ in
      let store = arguments.lastIndex(of: "--store").map { arguments[$0...].prefix(2) } ?? []
      // Somebody who types is not to be interrupted by what is wrong.
      guard let options = try? SharedOptions.parse(Array(store)),
        let context = try? CommandContext(options: options),
        let session = try? await context.session(),
        let counters = try? await context.useCases.counters.counters(in: session)
      else { return [] }
      return counters.map(\.name.text)
    }
  }
}
