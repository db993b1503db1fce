import Domain

/// Escapes invisible characters and those that control a terminal, each as `\u{1B}`.
///
/// Every toolkit uses this function for text.
public func visible(_ text: String) -> String {
  text.escapingInvisible { "\\u{\(String($0.value, radix: 16, uppercase: true))}" }
}
