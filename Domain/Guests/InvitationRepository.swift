/// Stores invitations and guests. Each method is one transaction.
///
/// A guest is an account of their own without username and password, with one counter. The methods
/// for owners throw the same refusals as `CounterRepository`.
public protocol InvitationRepository: Sendable {
  /// Makes an invitation to an own counter. Earlier ones go on.
  func invite(to counter: Counter, _ terms: Invitation.Terms, in session: Session)
    async throws(Refusal) -> NewInvitation

  /// The invitations to an own counter that have not ended, by number.
  func invitations(to counter: Counter, in session: Session) async throws(Refusal) -> [Invitation]

  /// Ends invitations to an own counter, so that nobody joins any more.
  ///
  /// - Parameters:
  ///   - counter: the counter.
  ///   - number: the number of one of them; `nil` for all.
  ///   - removesGuests: whether their guests are removed too, also those of ended invitations.
  ///   - session: the session.
  /// - Returns: how many invitations were ended, and how many guests were removed.
  /// - Throws: `Refusal.noSuchInvitation` for a number of none, or of one that has ended.
  func uninvite(from counter: Counter, number: Int64?, removesGuests: Bool, in session: Session)
    async throws(Refusal) -> (ended: Int, removed: Int)

  /// Removes a guest of an own counter, and does not let their device in again.
  /// The changes that they made stay.
  ///
  /// - Returns: the guest's name, as members see it.
  /// - Throws: `Refusal.notMember`.
  func removeGuest(_ name: GuestName, from counter: Counter, in session: Session)
    async throws(Refusal) -> Username

  /// The counter that an invitation is for, as its guests see it; changes nothing.
  ///
  /// A full one is shown to the devices of its guests alone.
  ///
  /// - Returns: the counter, and the name of a guest known on the device, to whom the invitation gives more
  ///   than they have.
  /// - Throws: `Refusal.invitationEnded`, also for an unknown or full one, and for a device whose guest
  ///   was removed from the counter.
  func counter(invitedBy token: InvitationToken, on device: DeviceToken?) async throws(Refusal)
    -> (counter: Counter, returning: String?)

  /// Makes a guest of an invitation, with a session, for whom the counter is open. A guest of that
  /// name who is known on the device already gets another session, because the first answer may have been
  /// lost, and a place of this invitation if it gives more than the guest has.
  ///
  /// - Throws: the refusals of `counter(invitedBy:on:)`, and `Refusal.guestNameTaken`.
  func join(by token: InvitationToken, as name: GuestName, on device: Device)
    async throws(Refusal) -> NewSession
}
