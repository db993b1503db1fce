import Domain

/// What an interactor has of a hidden field: the password itself, of which the state knows the length
/// alone. It is wiped when another takes its place.
@MainActor
final class SecretHolder {
  private(set) var secret = SecretHolder.none

  /// Takes a secret in, and says how many bytes it has.
  func hold(_ new: Secret) -> Int {
    if new !== secret { secret.wipe() }
    secret = new
    return new.count
  }

  func wipe() {
    _ = hold(Self.none)
  }

  private static var none: Secret { Secret(capacity: 0) }
}
