/// Normalises texts, so that equal texts have equal bytes.
public protocol TextNormalizer: Sendable {
  /// The text in Unicode's normalisation form C.
  func normalized(_ text: String) -> String

  /// The lookup key of a name: case-folded, then normalised. Names that differ only in case have
  /// the same key.
  func key(of text: String) -> String

  /// The password in normalisation form C; returns the same object when nothing changes.
  func normalized(_ password: Secret) -> Secret
}
