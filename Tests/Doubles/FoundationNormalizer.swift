import Domain
import Foundation

/// Normalises texts with Foundation.
public struct FoundationNormalizer: TextNormalizer {
  /// Creates a normaliser.
  public init() {}

  public func normalized(_ text: String) -> String {
    text.precomposedStringWithCanonicalMapping
  }

  public func key(of text: String) -> String {
    normalized(normalized(text).folding(options: .caseInsensitive, locale: nil))
  }

  public func normalized(_ password: Secret) -> Secret {
    let text = password.text
    let form = normalized(text)
    return form.utf8.elementsEqual(text.utf8) ? password : secret(form)
  }
}
