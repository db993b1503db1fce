import Domain

/// A secret with the text's bytes and no spare capacity.
public func secret(_ text: String) -> Secret {
  let secret = Secret(capacity: text.utf8.count)
  for byte in text.utf8 { secret.append(byte) }
  return secret
}

extension Secret {
  /// The text of the secret, for tests only.
  public var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}
