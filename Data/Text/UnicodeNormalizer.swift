public import Domain
internal import Foundation

/// Normalisation form C and case folding by Foundation.
public struct UnicodeNormalizer: TextNormalizer {
  /// Creates a normaliser.
  public init() {}

  public func normalized(_ text: String) -> String {
    text.isASCII ? text : text.precomposedStringWithCanonicalMapping
  }

  public func key(of text: String) -> String {
    // Most names are ASCII, and Foundation is slow.
    if text.isASCII { return text.lowercased() }
    return normalized(normalized(text).folding(options: .caseInsensitive, locale: nil))
  }

  /// Copies nothing when the password is normalised already, in the most common scripts. Otherwise
  /// Foundation leaves copies in memory until that memory is reused.
  public func normalized(_ password: Secret) -> Secret {
    let text = password.withBytes {
      Self.isNormalized($0) ? nil : String(validating: $0, as: UTF8.self)
    }
    guard let text else { return password }
    let form = normalized(text).utf8
    let secret = Secret(capacity: form.count)
    for byte in form { secret.append(byte) }
    return secret
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
