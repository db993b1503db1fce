import Domain
import Doubles

/// ada's counter, and two people without access yet.
struct House {
  let world: StoreWorld
  let ada: Session
  let main: Counter
  let bea: Session
  let cat: Session

  init(_ kind: StoreKind, at now: Timestamp? = nil) async throws {
    world = try await StoreWorld(kind)
    if let now { world.clock.now = now }
    (ada, main) = try await world.counting("ada")
    bea = try await world.signedUp("bea").session
    cat = try await world.signedUp("cat").session
  }

  var store: any Store { world.store }

  func share(with session: Session, as permission: Role.Permission = .counts) async throws {
    try await store.share(main, with: session.user.username, as: permission, in: ada)
  }

  /// ada's counter as another account sees it.
  func main(for session: Session) async throws -> Counter {
    try await store.counter(reference("ada/main"), in: session)
  }
}
