internal import Domain

/// Scans one line of JSON (RFC 8259): a flat object and the brackets and commas around it.
///
/// Foundation's decoder accepts `1e3` and `1.0` as integers, and silently drops one of two equal
/// keys.
struct JSONScanner {
  private let line: Int
  private var rest: ArraySlice<UInt8>

  /// Starts at the beginning of a line.
  init(_ line: LineReader.Line) {
    self.line = line.number
    rest = line.bytes
  }

  /// Whether only white space is left.
  mutating func isAtEnd() -> Bool {
    skipWhiteSpace()
    return rest.isEmpty
  }

  /// Skips white space and the character, if it is next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipWhiteSpace()
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// Scans the next object.
  ///
  /// - Throws: `Refusal.badRow` when it is not an object, or a field is repeated.
  mutating func object(_ names: FieldNames) throws(Refusal) -> Record {
    var record = Record()
    var seen: Set<Record.Field> = []
    guard take("{") else { throw malformed }
    if take("}") { return record }
    repeat {
      skipWhiteSpace()
      let name = try string()
      guard take(":") else { throw malformed }
      let value = try value()
      guard let field = names.field(ofKey: name) else { continue }
      guard seen.insert(field).inserted else {
        throw .badRow(line: line, .repeatedField(field.rawValue))
      }
      record[field] = value
    } while take(",")
    guard take("}") else { throw malformed }
    return record
  }

  private var malformed: Refusal { .badRow(line: line, .malformed) }

  private mutating func skipWhiteSpace() {
    while let byte = rest.first, byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A {
      rest.removeFirst()
    }
  }

  private mutating func value() throws(Refusal) -> Record.Value? {
    skipWhiteSpace()
    switch rest.first {
    case UInt8(ascii: "\""): return .text(try string())
    case UInt8(ascii: "n"): try word("null")
    case UInt8(ascii: "t"):
      try word("true")
      return .boolean(true)
    case UInt8(ascii: "f"):
      try word("false")
      return .boolean(false)
    default: return .number(try number())
    }
    return nil
  }

  private mutating func word(_ word: StaticString) throws(Refusal) {
    let bytes = word.withUTF8Buffer { Array($0) }
    guard rest.starts(with: bytes) else { throw malformed }
    rest.removeFirst(bytes.count)
  }

  private mutating func number() throws(Refusal) -> String {
    let beginning = rest
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    if rest.first == UInt8(ascii: "0") { rest.removeFirst() } else { try digits() }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      try digits()
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
      try digits()
    }
    return String(decoding: beginning[..<rest.startIndex], as: UTF8.self)
  }

  private mutating func digits() throws(Refusal) {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { throw malformed }
    rest = rest[digits.endIndex...]
  }
}

extension JSONScanner {
  private mutating func string() throws(Refusal) -> String {
    guard rest.popFirst() == UInt8(ascii: "\"") else { throw malformed }
    let plain = rest.prefix {
      $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    rest = rest[plain.endIndex...]
    var content = plain
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: content, as: UTF8.self) else { throw malformed }
        return text
      case UInt8(ascii: "\\"): content += String(try escape()).utf8
      case ..<0x20: throw malformed
      default: content.append(byte)
      }
    }
    throw malformed
  }

  private mutating func escape() throws(Refusal) -> Unicode.Scalar {
    switch rest.popFirst() {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try scalar()
    default: throw malformed
    }
  }

  /// The scalar of one `\uXXXX`, or of a surrogate pair.
  private mutating func scalar() throws(Refusal) -> Unicode.Scalar {
    let first = try fourDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first), rest.popFirst() == UInt8(ascii: "\\"),
      rest.popFirst() == UInt8(ascii: "u")
    else { throw malformed }
    let second = try fourDigits()
    guard UTF16.isTrailSurrogate(second) else { throw malformed }
    let value = 0x1_0000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF
    guard let scalar = Unicode.Scalar(value) else { throw malformed }
    return scalar
  }

  private mutating func fourDigits() throws(Refusal) -> UInt16 {
    var number: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = rest.popFirst(),
        let digit = Character(Unicode.Scalar(byte)).hexDigitValue
      else { throw malformed }
      number = number << 4 | UInt16(digit)
    }
    return number
  }
}
