public import Domain
internal import Foundation

/// Unicode's normalisation form C and case folding, as Foundation has them.
public struct UnicodeTextForm: TextForm {
  /// The form, which has no settings.
  public init() {}

  public func normalized(_ text: String) -> String {
    text.precomposedStringWithCanonicalMapping
  }

  public func key(of text: String) -> String {
    normalized(normalized(text).folding(options: .caseInsensitive, locale: nil))
  }

  /// Nothing is copied where the password has the form already. Otherwise Foundation's copies stay in
  /// memory until it is used again.
  public func normalized(_ password: Secret) -> Secret {
    let text = password.withBytes {
      Self.isNormalized($0) ? nil : String(validating: $0, as: UTF8.self)
    }
    guard let text else { return password }
    let form = normalized(text).utf8
    let secret = Secret(capacity: form.count, wipe: wipeMemory)
    for byte in form { secret.append(byte) }
    return secret
  }

  private static func isNormalized(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if bytes.allSatisfy({ $0 < 0x80 }) { return true }
    guard #available(macOS 26, iOS 26, *) else { return false }
    guard var text = try? UTF8Span(validating: bytes.bindMemory(to: UInt8.self).span) else {
      // What is no text has no form: it is left to those who refuse it.
      return true
    }
    return text.checkForNFC(quickCheck: false)
  }
}
