public import Domain
internal import Foundation

/// Unicode's normalisation form C and case folding, as Foundation has them.
public struct UnicodeNormalizer: TextNormalizer {
  /// The form, which has no settings.
  public init() {}

  public func normalized(_ text: String) -> String {
    text.isASCII ? text : text.precomposedStringWithCanonicalMapping
  }

  public func key(of text: String) -> String {
    // What most names are takes Foundation longer than all else that is done with them.
    if text.isASCII { return text.lowercased() }
    return normalized(normalized(text).folding(options: .caseInsensitive, locale: nil))
  }

  /// Nothing is copied where the password has the form already, in the scripts that most people use.
  /// Otherwise copies of the libraries stay in memory until it is used again.
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
    // The standard library's own check copies what is not ASCII.
    if isOfStableScalars(bytes) { return true }
    guard #available(macOS 26, iOS 26, *) else { return false }
    guard var text = try? UTF8Span(validating: bytes.bindMemory(to: UInt8.self).span) else {
      // What is no text has no form: it is left to those who refuse it.
      return true
    }
    return text.checkForNFC(quickCheck: false)
  }

  /// Whether there are only scalars that begin a character and have the form in any text of their like:
  /// Latin, Cyrillic, Han, Hangul, emoji.
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
