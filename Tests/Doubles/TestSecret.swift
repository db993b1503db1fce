import Domain

/// A secret of the text's bytes, with room for no more.
public func secret(_ text: String) -> Secret {
  let secret = Secret(capacity: text.utf8.count)
  for byte in text.utf8 { secret.append(byte) }
  return secret
}

extension Secret {
  /// What the secret says: for tests alone, which keep nothing from anybody.
  public var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}
