extension String {
  /// The text in which everything that nobody would see, or that a terminal would obey, is replaced by what
  /// `escape` makes of it: control characters, line and paragraph separators, and what has no shape of its own,
  /// such as bidirectional controls and zero-width characters. What an emoji or a script needs stays.
  public func escapingInvisible(_ escape: (Unicode.Scalar) -> String) -> String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    let scalars = unicodeScalars
    guard scalars.contains(where: isHidden) else { return self }
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
}

private func isHidden(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.value >= 0x20, scalar.value < 0x7F { return false }
  return switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator: true
  default: scalar.properties.isDefaultIgnorableCodePoint
  }
}

/// Whether the scalar says that the emoji before it is meant in colours, or as a sign of text: every
/// keyboard adds it to some. After anything else nobody would see it, and after a digit hardly anybody.
private func isShapeOfEmoji(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Bool {
  guard scalar == "\u{FE0F}" || scalar == "\u{FE0E}", let previous else { return false }
  return previous.properties.isEmoji && !previous.isASCII
}

extension Unicode.Scalar {
  /// Whether this is a control character: Unicode has these 65 and promises never to have others, so no
  /// table is asked.
  var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
