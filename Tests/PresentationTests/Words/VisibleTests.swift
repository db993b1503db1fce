import Doubles
import Presentation
import Testing

@Suite(.limited) struct VisibleTests {
  @Test(arguments: [
    ("\u{0}", "\\u{0}"), ("\t", "\\u{9}"), ("\n", "\\u{A}"), ("\r\n", "\\u{D}\\u{A}"),
    ("\u{1B}[31m", "\\u{1B}[31m"), ("\u{1F}", "\\u{1F}"), ("\u{7F}", "\\u{7F}"),
    ("\u{80}", "\\u{80}"), ("\u{85}", "\\u{85}"), ("\u{9B}2J", "\\u{9B}2J"),
    ("\u{9F}", "\\u{9F}"), ("\u{AD}", "\\u{AD}"), ("\u{200B}", "\\u{200B}"),
    ("\u{200D}", "\\u{200D}"), ("\u{200E}", "\\u{200E}"), ("\u{200F}", "\\u{200F}"),
    ("\u{2028}", "\\u{2028}"), ("\u{2029}", "\\u{2029}"), ("\u{202A}", "\\u{202A}"),
    ("ab\u{202E}cd", "ab\\u{202E}cd"), ("\u{2060}", "\\u{2060}"), ("\u{2066}", "\\u{2066}"),
    ("\u{2069}", "\\u{2069}"), ("\u{61C}", "\\u{61C}"), ("\u{FEFF}", "\\u{FEFF}"),
    ("\u{E0041}", "\\u{E0041}"), ("\u{34F}", "\\u{34F}"), ("\u{115F}", "\\u{115F}"),
    ("\u{1160}", "\\u{1160}"), ("\u{3164}", "\\u{3164}"), ("\u{FFA0}", "\\u{FFA0}"),
    ("\u{17B4}\u{17B5}", "\\u{17B4}\\u{17B5}"), ("\u{180B}\u{180F}", "\\u{180B}\\u{180F}"),
    ("\u{2065}", "\\u{2065}"), ("\u{E01F0}", "\\u{E01F0}"), ("a\u{FE00}", "a\\u{FE00}"),
    ("\u{FE0F}", "\\u{FE0F}"), ("a\u{FE0F}", "a\\u{FE0F}"), ("1\u{FE0F}", "1\\u{FE0F}"),
    ("\u{2615}\u{FE0F}\u{FE0F}", "\u{2615}\u{FE0F}\\u{FE0F}"),
  ])
  func `invisible and control characters are escaped`(text: String, shown: String) {
    #expect(visible(text) == shown)
  }

  @Test(arguments: [
    "", " ", "~", "coffee", "Zoë", "e\u{301}", "\u{A0}", "日本", "\u{1F375}", "שלום", "\\u{1B}",
    "\u{2615}\u{FE0F}", "\u{2764}\u{FE0E} \u{2764}\u{FE0F}", "\u{1100}\u{1161}", "\u{FFFD}",
  ])
  func `visible text stays unchanged`(text: String) {
    #expect(visible(text).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(arguments: [
    "👩\u{200D}👧", "👩🏽\u{200D}🚀", "❤\u{FE0F}\u{200D}🔥", "🏳\u{FE0F}\u{200D}🌈", "🧔\u{200D}♂\u{FE0F}",
    "می\u{200C}خواهم", "خانه\u{200C}ها", "क्\u{200D}ष", "क्\u{200C}ष", "ශ්\u{200D}රී", "ന്\u{200D}",
  ])
  func `a joiner that a script or an emoji needs stays unchanged`(text: String) {
    #expect(visible(text).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(arguments: [
    ("a\u{200D}b", "a\\u{200D}b"), ("👩\u{200D}", "👩\\u{200D}"), ("👩\u{200D}a", "👩\\u{200D}a"),
    ("1\u{200D}👧", "1\\u{200D}👧"), ("👩\u{200D}\u{200D}👧", "👩\\u{200D}\\u{200D}👧"),
    ("👩\u{200C}👧", "👩\\u{200C}👧"), ("a\u{200C}b", "a\\u{200C}b"),
    ("کار\u{200C}ها", "کار\\u{200C}ها"), ("می\u{200C}", "می\\u{200C}"),
    ("क\u{200D}ष", "क\\u{200D}ष"), ("क्\u{200C}", "क्\\u{200C}"),
    ("क्\u{200D}\u{200D}", "क्\u{200D}\\u{200D}"),
  ])
  func `a joiner without effect is escaped`(text: String, shown: String) {
    #expect(visible(text).unicodeScalars.elementsEqual(shown.unicodeScalars))
  }

  @Test func `only visible characters reach the terminal, and nothing is lost`() {
    var generator = Seed().generator
    for _ in 0..<2_000 {
      let text = randomText(of: 12, by: &generator)
      let shown = visible(text)
      let isSafe = shown.unicodeScalars.allSatisfy { !isDangerous($0) }
      #expect(isSafe, "\(text.unicodeScalars.map(\.value))")
      let isWhole = unescaped(shown).elementsEqual(text.unicodeScalars)
      #expect(isWhole, "\(text.unicodeScalars.map(\.value))")
      #expect(visible(shown) == shown)
    }
  }

  private func randomText(of length: Int, by generator: inout SplitMix) -> String {
    // Most of Unicode is harmless, so half of the scalars come from the dangerous ranges.
    let haunts: [ClosedRange<UInt32>] = [
      0...0xFF, 0x600...0x61F, 0x2000...0x206F, 0xFE00...0xFFFF, 0x1100...0x11FF,
    ]
    var text = String.UnicodeScalarView()
    while text.count < length {
      let range = Bool.random(using: &generator) ? haunts.randomElement(using: &generator) : nil
      let value = UInt32.random(in: range ?? 0...0x10FFFF, using: &generator)
      // A backslash in the text looks like an escape.
      if let scalar = Unicode.Scalar(value), scalar != "\\" { text.append(scalar) }
    }
    return String(text)
  }

  /// Defined by ranges, while the function uses categories.
  private func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
      0xFEFF, 0xFFF9...0xFFFB, 0x34F, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x3164,
      0xFE00...0xFE0D, 0xFFA0, 0xFFF0...0xFFF8, 0xE0000...0xE0FFF:
      true
    default: false
    }
  }

  private func unescaped(_ text: String) -> [Unicode.Scalar] {
    var rest = Array(text.unicodeScalars)[...]
    var result: [Unicode.Scalar] = []
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      let digits = rest.dropFirst("u{".count).prefix { $0 != "}" }
      rest = rest.dropFirst("u{}".count + digits.count)
      let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
      result += value.flatMap(Unicode.Scalar.init).map { [$0] } ?? []
    }
    return result
  }
}
