import Domain

/// The text with everything escaped that a terminal would obey, or that nobody would see, each as `\u{1B}`.
///
/// Every toolkit shows text through this function.
func visible(_ text: String) -> String {
  text.escapingInvisible { "\\u{\(String($0.value, radix: 16, uppercase: true))}" }
}

extension String {
  /// Whether there are control characters in it.
  var hasControlCharacters: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
