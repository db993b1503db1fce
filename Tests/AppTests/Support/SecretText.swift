@testable import App

extension SecretLine {
  /// The password in the open, as only a test may have it.
  var text: String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }
}

extension InputSecret {
  /// The password in the open, as only a test may have it.
  var text: String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }
}
