extension String {
  /// Replaces invisible characters, and those that control a terminal, with the result of `escape`.
  ///
  /// These are control characters, line and paragraph separators, and characters without a shape,
  /// such as bidirectional controls and zero-width characters. Those that an emoji or a script
  /// needs stay.
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

/// Whether a variation selector follows an emoji, where keyboards add it to choose colour or text
/// style. It is invisible after anything else, and useless after a digit.
private func isShapeOfEmoji(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Bool {
  guard scalar == "\u{FE0F}" || scalar == "\u{FE0E}", let previous else { return false }
  return previous.properties.isEmoji && !previous.isASCII
}

extension Unicode.Scalar {
  /// Whether this is a control character. Unicode guarantees that there are only these 65, so no
  /// table is needed.
  var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
