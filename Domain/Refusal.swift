/// Every reason why Tally refuses something.
///
/// A refusal is a value, not a sentence: Presentation words it and the composition root gives it an
/// exit status. When something outside Tally failed, `cause` keeps the underlying error, which
/// `--verbose` prints.
public enum Refusal: Error, Equatable, Sendable {
  /// A field of the login is empty.
  case credentialsMissing
  /// The username is unknown or the password wrong; the answer is the same for both.
  case credentialsWrong
  /// Too many attempts; the next one is allowed after this many whole seconds, 1 or more.
  case throttled(seconds: Int)
  /// There is no session, or it has ended or expired.
  case notLoggedIn
  /// Somebody is already logged in.
  case alreadyLoggedIn(Username)
  /// Another account has the username, ignoring case.
  case usernameTaken
  /// The password and its repetition are not the same.
  case passwordsDiffer
  /// The username is invalid.
  case username(Username.Fault)
  /// The password is too easy to guess, or too short or long.
  case password(PasswordPolicy.Fault)
  /// The name of a counter is invalid.
  case counterName(CounterName.Fault)

  /// The account can use no counter with that name; `near` is a similar one, as typed.
  case noSuchCounter(named: String, near: String?)
  /// No counter has that name or a similar one, but the command could create it; `meant` is the
  /// command that was probably meant instead.
  case noCounterToCount(named: String, meant: String? = nil)
  /// The account already has a counter with that name, ignoring case.
  case counterExists(CounterName)
  /// The count is not the one that the command requires.
  case unexpectedCount(Int64, expected: Int64)
  /// A target is less than 1.
  case targetTooSmall
  /// A counter was to be shared with an account that does not exist.
  case noSuchAccount(named: String)
  /// A counter, named as its owner types it, was to be shared with its owner.
  case ownedAlready(counter: String)
  /// The member has that permission already.
  case alreadyMember(Username, Role.Permission, counter: String)
  /// The counter is not shared with that account.
  case notMember(named: String, counter: String)
  /// The owner cannot leave their own counter.
  case ownerCannotLeave(counter: String)
  /// A command needs an open counter, but none is open.
  case noCounterOpen
  /// A count, an amount or the difference between two counts leaves the 64-bit range.
  case outOfRange
  /// A sum of changes leaves the 64-bit range.
  case sumOutOfRange
  /// No change of the counter is left to undo.
  case nothingToUndo
  /// No undone change of the counter is left to redo.
  case nothingToRedo
  /// The owner set the count after the member's newest change.
  case undoSettled(by: Username)
  /// The owner set the count after the change that the member would redo.
  case redoSettled(by: Username)
  /// The history of the counter has no entry with that number, as typed.
  case noSuchEntry(String)
  /// An entry cannot be reverted.
  case revert(Standing.RevertFault)
  /// Only the owner of the counter may do that; this is the owner's username.
  case ownerOnly(Username)
  /// An invitation is unknown, full, or has ended, or the one who shows it was removed.
  case invitationEnded
  /// The counter has no invitation with that number.
  case noSuchInvitation(Int64)
  /// An invitation cannot be made like that.
  case invitation(Invitation.Terms.Fault)
  /// The name of a guest is invalid.
  case guestName(GuestName.Fault)
  /// A guest of the counter has that name, ignoring case, or had it.
  case guestNameTaken(String)
  /// Only the owner of the store may do that: of its file, or of its tables.
  case storeOwnerOnly
  /// The name entered to confirm a deletion is not the counter's name.
  case nameNotConfirmed

  /// The identifier was already used for a different change.
  case identifierTaken
  /// The identifier of a change is invalid.
  case badIdentifier
  /// The note of a change is invalid.
  case note(Note.Fault)
  /// The time is in the future.
  case inFuture

  /// A chart has more bars than allowed.
  case chartTooLong
  /// A row of an import is invalid; lines are counted from 1.
  case badRow(line: Int, RowFault)

  /// That counter, as typed, was deleted or is no longer shared, and half of it is exported.
  case exportBroken(at: CounterName)

  /// No server runs for the store on this machine.
  case noServer
  /// Phones cannot reach the server with that URL.
  case unreachableServer(String)

  /// What was typed or read cannot be used.
  case input(Input)
  /// What there is to say could not be written.
  case output(Output)
  /// The store cannot be used, or has failed.
  case store(Store)
  /// Something other than the store failed: the saved login or the hasher's memory, for example.
  case environment(cause: String)
}
