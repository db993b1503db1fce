/// Brings texts into the one form in which equal texts are equal bytes.
public protocol TextNormalizer: Sendable {
  /// The text in Unicode's normalisation form C.
  func normalized(_ text: String) -> String

  /// What two names have in common that differ in nothing but case: case-folded, then normalised.
  func key(of text: String) -> String

  /// The password in normalisation form C: the same one where it has that form already.
  func normalized(_ password: Secret) -> Secret
}
