/// The text with everything escaped that a terminal would obey, or that nobody would see: control
/// characters, line and paragraph separators, and format characters such as bidirectional controls and
/// zero-width ones, each as `\u{1B}`.
///
/// Every toolkit shows text through this function.
public func visible(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isHidden) else { return text }
  return text.unicodeScalars.reduce(into: "") { result, scalar in
    if isHidden(scalar) {
      result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
}

/// Whether `visible` escapes the scalar.
func isHidden(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.value >= 0x20, scalar.value < 0x7F { return false }
  return switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator: true
  default: false
  }
}
