/// The text with everything escaped that a terminal would obey, or that nobody would see: control
/// characters, line and paragraph separators, and what has no shape of its own, such as bidirectional
/// controls, zero-width characters and blank letters, each as `\u{1B}`.
///
/// Every toolkit shows text through this function.
public func visible(_ text: String) -> String {
  escaping(text) { "\\u{\(String($0.value, radix: 16, uppercase: true))}" }
}

/// The text with what must not be shown as it is in the form that `escape` gives it.
func escaping(_ text: String, _ escape: (Unicode.Scalar) -> String) -> String {
  let scalars = text.unicodeScalars
  guard scalars.contains(where: isHidden) else { return text }
  var result = ""
  var previous: Unicode.Scalar?
  for index in scalars.indices {
    let scalar = scalars[index]
    if isHidden(scalar), !isShapeOfEmoji(scalar, after: previous),
      !isNeededJoiner(scalar, after: scalars[..<index], before: scalars[index...].dropFirst())
    {
      result += escape(scalar)
    } else {
      result.unicodeScalars.append(scalar)
    }
    previous = scalar
  }
  return result
}

private func isHidden(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.value >= 0x20, scalar.value < 0x7F { return false }
  return switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator: true
  default: scalar.properties.isDefaultIgnorableCodePoint
  }
}

/// Whether the scalar tells that the emoji before it is meant in colours, or as a sign of text: every
/// keyboard puts it behind some. Behind anything else nobody would see it, and behind a digit hardly
/// anybody.
private func isShapeOfEmoji(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Bool {
  guard scalar == "\u{FE0F}" || scalar == "\u{FE0E}", let previous else { return false }
  return previous.properties.isEmoji && !previous.isASCII
}

extension String {
  /// Whether there are control characters in it.
  public var hasControlCharacters: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
