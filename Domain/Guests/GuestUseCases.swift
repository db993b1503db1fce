extension UseCases {
  /// Makes a guest of an invitation and logs them in.
  ///
  /// - Throws: `Refusal.guestName`, `.guestNameTaken`, `.invitationEnded`, and the refusals of the store.
  public func join(
    by token: InvitationToken, named name: String, on device: Device
  ) async throws(Refusal) -> NewSession {
    try await invitations.join(by: token, as: try GuestName(name, in: normalizer), on: device)
  }
}
