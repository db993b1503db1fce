import Data
import Domain
import Doubles

/// The use cases over a store on disk, with a chosen hasher.
struct AccountWorld: Sendable {
  static let password = "long enough 1"
  /// As weak as the library allows, for speed.
  static let weakHasher = Argon2idHasher(passes: 1, memoryBytes: 8_192)

  let folder: StoreFolder
  let store: SQLiteStore

  init() async throws {
    folder = try StoreFolder()
    store = try await folder.store()
  }

  func useCases(hashing hasher: any PasswordHasher = weakHasher) -> UseCases {
    UseCases(
      store: store, hasher: hasher, normalizer: UnicodeNormalizer(), calendar: FixedCalendar(),
      clock: folder.clock)
  }

  /// A new account with `AccountWorld.password`.
  @discardableResult
  func signUp(_ username: String = "ada", hashing hasher: any PasswordHasher = weakHasher)
    async throws(Refusal) -> NewSession
  {
    try await useCases(hashing: hasher).signUp(
      username: username, password: secret(Self.password), repetition: secret(Self.password),
      on: Device(place: "tty1"))
  }

  @discardableResult
  func logIn(
    _ username: String = "ada", password: String = password,
    on device: Device = Device(place: "tty1"), hashing hasher: any PasswordHasher = weakHasher
  ) async throws(Refusal) -> NewSession {
    try await useCases(hashing: hasher).logIn(
      username: username, password: secret(password), on: device)
  }
}
