import Data
import Domain
import Doubles
import Testing

/// A guest's name from a typed text.
func guestName(_ text: String) throws -> GuestName { try GuestName(text, in: UnicodeNormalizer()) }

extension StoreWorld {
  /// A new guest's first session.
  @discardableResult
  func join(_ name: String, by invitation: NewInvitation, on device: DeviceToken? = nil)
    async throws -> NewSession
  {
    try await store.join(
      by: invitation.token, as: try guestName(name), on: Device(place: "phone", token: device))
  }

  /// The counter that an invitation is for.
  func counter(invitedBy invitation: NewInvitation, on device: DeviceToken? = nil) async throws
    -> Counter
  {
    try await store.counter(invitedBy: invitation.token, on: device).counter
  }

  /// The name of the guest on a device to whom an invitation gives more.
  func returning(to invitation: NewInvitation, on device: DeviceToken?) async throws -> String? {
    try await store.counter(invitedBy: invitation.token, on: device).returning
  }

  /// Expects that nobody joins by an invitation on a device, nor sees its counter.
  func expectEnded(
    _ invitation: NewInvitation, on device: DeviceToken? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await #expect(throws: Refusal.invitationEnded, sourceLocation: sourceLocation) {
      try await counter(invitedBy: invitation, on: device)
    }
    await #expect(throws: Refusal.invitationEnded, sourceLocation: sourceLocation) {
      try await join("A new name", by: invitation, on: device)
    }
  }
}

extension House {
  /// A new invitation to ada's counter, unless another counter or session is given.
  func invite(
    _ permission: Role.Permission = .counts, seconds: Int64 = Invitation.Terms.usualLength,
    places: Int = Invitation.Terms.usualPlaces, to counter: Counter? = nil,
    in session: Session? = nil
  ) async throws -> NewInvitation {
    let terms = try Invitation.Terms(permission, seconds: seconds, places: places)
    return try await store.invite(to: counter ?? main, terms, in: session ?? ada)
  }

  /// The running invitations to ada's counter.
  func invitations() async throws -> [Invitation] {
    try await store.invitations(to: main, in: ada)
  }

  /// Ends invitations to ada's counter; returns how many, and how many guests were removed.
  @discardableResult
  func uninvite(
    _ number: Int64? = nil, removingGuests: Bool = false, in session: Session? = nil
  ) async throws -> [Int] {
    let (ended, removed) = try await store.uninvite(
      from: main, number: number, removesGuests: removingGuests, in: session ?? ada)
    return [ended, removed]
  }

  /// Removes a guest of ada's counter; returns the name that members saw.
  @discardableResult
  func remove(_ name: String, in session: Session? = nil) async throws -> String {
    try await store.removeGuest(try guestName(name), from: main, in: session ?? ada).text
  }
}
