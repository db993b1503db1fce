internal import CSodium
internal import CUnicode
public import Domain

/// Normalisation form C and case folding, by utf8proc.
public struct UnicodeNormalizer: TextNormalizer {
  /// Creates a normaliser.
  public init() {}

  public func normalized(_ text: String) -> String {
    guard !text.isASCII else { return text }
    var text = text
    return text.withUTF8 { utf8 in
      Self.composing(UnsafeRawBufferPointer(utf8)) { String(decoding: $0, as: UTF8.self) }
    } ?? text
  }

  public func key(of text: String) -> String {
    if text.isASCII { return text.lowercased() }
    let folded = normalized(text).unicodeScalars.flatMap(Self.folded)
    return normalized(String(String.UnicodeScalarView(folded)))
  }

  /// Copies nothing when the password is normalised already, in the most common scripts. Otherwise
  /// the standard library's check of it leaves a copy until that memory is reused.
  public func normalized(_ password: Secret) -> Secret {
    let form = password.withBytes { bytes in
      Self.isNormalized(bytes)
        ? nil
        : Self.composing(bytes) { form in
          let secret = Secret(capacity: form.count)
          for byte in form { secret.append(byte) }
          return secret
        }
    }
    return form ?? password
  }

  /// Calls `body` with the form C of a text, which is wiped afterwards; `nil` for invalid UTF-8.
  private static func composing<Form>(
    _ text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Form
  ) -> Form? {
    let bytes = text.bindMemory(to: UInt8.self)
    // No scalar becomes more than four, and those of four have three bytes. There is a NUL at the end.
    let buffer = UnsafeMutableBufferPointer<Int32>.allocate(capacity: 2 * bytes.count + 1)
    defer {
      sodium_memzero(buffer.baseAddress, buffer.count * MemoryLayout<Int32>.stride)
      buffer.deallocate()
    }
    guard let start = buffer.baseAddress else { return nil }
    var (end, length) = (0, 0)
    while end < bytes.count {
      let (isHangul, next) = run(of: bytes, from: end)
      let form = isHangul ? utf8proc_option_t(0) : Self.form
      let count = utf8proc_decompose(
        bytes.baseAddress.map { $0 + end }, next - end, start + length, buffer.count - length, form)
      guard count >= 0 else { return nil }
      let scalars = UnsafeMutableBufferPointer(start: start + length, count: count)
      if isHangul {
        length += FoundationForms.composeHangul(scalars)
      } else {
        FoundationForms.cut(scalars, form)
        length += utf8proc_normalize_utf32(start + length, count, form)
      }
      end = next
    }
    let count = utf8proc_reencode(start, length, utf8proc_option_t(0))
    return body(UnsafeRawBufferPointer(start: start, count: count))
  }

  private static let form = utf8proc_option_t(UTF8PROC_COMPOSE.rawValue | UTF8PROC_STABLE.rawValue)

  /// The end of the longest part of a text that is Hangul, or is not. Nothing composes across it.
  private static func run(of text: UnsafeBufferPointer<UInt8>, from start: Int) -> (
    isHangul: Bool, end: Int
  ) {
    var (kind, end): (Bool?, Int) = (nil, start)
    while end < text.count {
      var scalar: Int32 = 0
      let length = utf8proc_iterate(text.baseAddress.map { $0 + end }, text.count - end, &scalar)
      let isHangul = 0x1100...0x11FF ~= scalar || 0xAC00...0xD7A3 ~= scalar
      guard kind ?? isHangul == isHangul else { break }
      (kind, end) = (isHangul, end + max(1, length))
    }
    return (kind ?? false, end)
  }

  /// The full case folding of a scalar in Unicode 8, which the keys of existing stores have. Later
  /// versions fold Cherokee to its other case, and some historic letters of Cyrillic.
  private static func folded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if 0x1C80...0x1C88 ~= scalar.value { return [scalar] }
    var folded = [Int32](repeating: 0, count: 4)
    var boundary: Int32 = 0
    let count = utf8proc_decompose_char(
      Int32(scalar.value), &folded, folded.count, UTF8PROC_CASEFOLD, &boundary)
    return folded.prefix(count).compactMap { value in
      let offset: Int32 =
        switch value {
        case 0x13A0...0x13EF: 0x97D0
        case 0x13F0...0x13F5: 8
        default: 0
        }
      return Unicode.Scalar(UInt32(value + offset))
    }
  }

  private static func isNormalized(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // The standard library's own check copies texts that are not ASCII.
    if isOfStableScalars(bytes) { return true }
    guard #available(macOS 26, iOS 26, *) else { return false }
    guard var text = try? UTF8Span(validating: bytes.bindMemory(to: UInt8.self).span) else {
      // Invalid UTF-8 has no normal form; the caller refuses it later.
      return true
    }
    return text.checkForNFC(quickCheck: false)
  }

  /// Whether all scalars begin a character and never change under normalisation, as in Latin,
  /// Cyrillic, Han, Hangul and emoji.
  private static func isOfStableScalars(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .emptyInput: return true
      case .error: return false
      case .valid(let encoded):
        switch Unicode.UTF8.decode(encoded).value {
        case 0..<0x300, 0x400...0x482, 0x48A...0x52F, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
          0x1F000...0x1FAFF:
          continue
        default: return false
        }
      }
    }
  }
}

extension String {
  fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
