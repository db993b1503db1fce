/// What a line may go on to be.
enum LineCompletion {
  /// The whole lines that begin with `text`: commands, and after `open` the names of counters,
  /// whatever their case.
  static func candidates(
    for text: String, in context: LineContext, names: [String]
  ) -> [String] {
    let opening = "open "
    if context != .signedOut, text.hasPrefix(opening) {
      let beginning = text.dropFirst(opening.count).lowercased()
      // Only in a store that somebody tampered with do names have control characters; typed, they are keys.
      return names.filter { $0.lowercased().hasPrefix(beginning) && !$0.hasControlCharacters }
        .map { opening + $0 }
    }
    let own = context == .signedOut ? LineHelp.signedOut : LineHelp.signedIn
    return (own + LineHelp.always).filter { $0.form.hasPrefix(text) }
      .map { $0.takesMore ? $0.form + " " : $0.form }
  }
}
