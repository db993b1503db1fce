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

/// Whether a character is invisible, or controls a terminal.
func isHidden(_ scalar: Unicode.Scalar) -> Bool {
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

/// Whether a zero-width joiner or non-joiner changes how the surrounding text looks: between emoji
/// (UTS 51), and in scripts whose letters join (UAX 31, R1a). Elsewhere it is invisible.
func isNeededJoiner(
  _ scalar: Unicode.Scalar, after text: Substring.UnicodeScalarView,
  before rest: Substring.UnicodeScalarView
) -> Bool {
  switch scalar {
  case "\u{200D}": isBetweenEmoji(text, rest) || isAfterVirama(text) && rest.first?.isMark != true
  case "\u{200C}": isAfterVirama(text) && rest.first?.isLetter == true || partsLetters(text, rest)
  default: false
  }
}

/// Whether it joins two emoji, as in a family. Each may have a skin colour or a variation selector.
private func isBetweenEmoji(
  _ text: Substring.UnicodeScalarView, _ rest: Substring.UnicodeScalarView
) -> Bool {
  let base = text.last { $0 != "\u{FE0F}" && !$0.properties.isEmojiModifier }
  return base?.isEmojiPart == true && rest.first?.isEmojiPart == true
}

/// Whether it follows a virama, which joins two letters in Indic scripts.
private func isAfterVirama(_ text: Substring.UnicodeScalarView) -> Bool {
  guard text.last?.properties.canonicalCombiningClass == .virama else { return false }
  return text.dropLast().last { !$0.isMark }?.isLetter == true
}

/// Whether it separates two Arabic letters that would otherwise join.
private func partsLetters(
  _ text: Substring.UnicodeScalarView, _ rest: Substring.UnicodeScalarView
) -> Bool {
  guard let before = text.last(where: { !$0.isMark }), let after = rest.first(where: { !$0.isMark })
  else { return false }
  return before.joinsNext && after.joinsPrevious
}

extension Unicode.Scalar {
  fileprivate var isEmojiPart: Bool { properties.isEmoji && !isASCII }

  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  fileprivate var isLetter: Bool { properties.isAlphabetic && !isMark }

  /// Whether the letter joins the one before it (Joining_Type D or R, Arabic).
  fileprivate var joinsPrevious: Bool {
    switch value {
    case 0x621, 0x640, 0x674, 0x6D5: value == 0x6D5
    case 0x620...0x64A, 0x66E...0x66F, 0x671...0x6D3, 0x6EE...0x6EF, 0x6FA...0x6FC, 0x6FF,
      0x750...0x77F:
      true
    default: false
    }
  }

  /// Whether the letter joins the one after it (Joining_Type D, Arabic).
  fileprivate var joinsNext: Bool {
    switch value {
    case 0x622...0x625, 0x627, 0x629, 0x62F...0x632, 0x648, 0x671...0x673, 0x675...0x677,
      0x688...0x699, 0x6C0, 0x6C3...0x6CB, 0x6CD, 0x6CF, 0x6D2...0x6D3, 0x6D5, 0x6EE...0x6EF,
      0x759...0x75B, 0x76B...0x76C, 0x771, 0x773...0x774, 0x778...0x779:
      false
    default: joinsPrevious
    }
  }
}
