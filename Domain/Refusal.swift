/// Every reason for which Tally says no.
///
/// A refusal is a value, not a sentence: Presentation words it and the composition root gives it an
/// exit status. Where something outside Tally was the reason, `cause` keeps what it said, for
/// those who ask for it.
public enum Refusal: Error, Equatable, Sendable {
  /// A field of the login is empty.
  case credentialsMissing
  /// No account has that username, or the password is another one: the same answer for both.
  case credentialsWrong
  /// Too many attempts; the next is heard after so many whole seconds, 1 or more.
  case throttled(seconds: Int)
  /// There is no session, or it was ended or has expired.
  case notLoggedIn
  /// A login was asked for while somebody is logged in.
  case alreadyLoggedIn(Username)
  /// Another account has the username, ignoring case.
  case usernameTaken
  /// The password and its repetition are not the same.
  case passwordsDiffer
  /// The text is no username.
  case username(Username.Fault)
  /// The password is too easy to guess, or too short or long.
  case password(PasswordPolicy.Fault)
  /// The text is no counter's name.
  case counterName(CounterName.Fault)

  /// The account can use no counter of that name; `near` is the name of one that looks like it, as it is typed.
  case noSuchCounter(named: String, near: String?)
  /// There is no counter of that name, and none that looks like it, but one could be made with the change.
  case noCounterToCount(named: String)
  /// The account has a counter of that name already, ignoring case.
  case counterExists(CounterName)
  /// The count is not the one that it had to be for a command.
  case unexpectedCount(Int64, expected: Int64)
  /// A target is less than 1.
  case targetTooSmall
  /// No account has the name with which a counter was to be shared.
  case noSuchAccount(named: String)
  /// The counter, by the name that its owner types, was to be shared with its owner.
  case ownedAlready(counter: String)
  /// The member may do that with the counter already.
  case alreadyMember(Username, Role.Permission, counter: String)
  /// The counter is not shared with an account of that name.
  case notMember(named: String, counter: String)
  /// The owner of a counter cannot leave it.
  case ownerCannotLeave(counter: String)
  /// A command needs an open counter, and none is.
  case noCounterOpen
  /// A count, an amount or the difference between two counts would leave the 64-bit range.
  case outOfRange
  /// A sum of changes leaves the 64-bit range.
  case sumOutOfRange
  /// No change of the counter is left to take back.
  case nothingToUndo
  /// No undone change of the counter is left to make again.
  case nothingToRedo
  /// The owner set the count after the member's newest change.
  case undoSettled(by: Username)
  /// The owner set the count after the change that the member's redo would make again.
  case redoSettled(by: Username)
  /// Only the counter's owner, who has that username, may do that with it.
  case ownerOnly(Username)
  /// The name that was typed to confirm a deletion is not the counter's.
  case nameNotConfirmed

  /// The identifier stands for another change already.
  case identifierTaken
  /// The text is no identifier of a change.
  case badIdentifier
  /// The time has not come yet.
  case inFuture
  /// A deletion was asked for where nobody can be asked whether it is meant.
  case deletionUnconfirmed
  /// Something is missing that nobody is there to be asked for; `how` says how to give it.
  case nobodyToAsk(how: String)

  /// A chart was to have more bars than anybody looks at.
  case chartTooLong
  /// The person interrupted what was asked.
  case interrupted

  /// The text is no command; `near` is one that looks like it.
  case unknownCommand(String, near: String?)
  /// The text is no whole number.
  case notANumber(String)
  /// The text is no moment.
  case notATime(String)
  /// No clock shows that local time, because daylight saving skips it.
  case skippedTime(String)
  /// What was to be read is not there, or cannot be read.
  case inputFailed(name: String, cause: String)
  /// A row of an import is invalid; lines are counted from 1.
  case badRow(line: Int, RowFault)
  /// The input is not UTF-8.
  case notUTF8
  /// A line of the input is longer than Tally reads.
  case lineTooLong
  /// The input ended before the question was answered.
  case inputEnded
  /// Results could not be written, so nobody has seen them.
  case outputFailed(cause: String)
  /// A change was saved, but what came of it could not be written.
  case answerFailed(cause: String)

  /// Another process held the store for too long; nothing changed.
  case storeBusy(cause: String)
  /// A newer Tally made the store; nothing changed.
  case storeNewer
  /// The store may not be written; nothing changed.
  case storeReadOnly(cause: String)
  /// What was named is not a Tally store.
  case storeForeign(cause: String)
  /// The store's content is damaged.
  case storeDamaged(cause: String)
  /// The store cannot be opened.
  case storeUnopenable(cause: String)
  /// Something beside the store would have it do what nobody asked for; nothing was touched.
  case storeCompanion(name: String, cause: String)
  /// There is no store of that name, and the command does not make one.
  case noStore(named: String)
  /// The store failed in the middle of something (a full disk, say); nothing changed.
  case storeFailed(cause: String)
  /// The store failed while it was committing; `counter` is what is typed for the one that was being changed.
  case outcomeUnknown(counter: String?, cause: String)
  /// Something besides the store (the saved login, the hasher's memory) failed.
  case environment(cause: String)
}

/// What is wrong with what a store keeps. Names are as they stand there, and may break the rules of names.
public enum StoreFault: Equatable, Sendable {
  /// The store says of itself that it is damaged.
  case damaged(String)
  /// Something of that kind belongs to something that is missing, or that is another's.
  case orphan(kind: String)
  /// A setting on which durability rests is another one.
  case setting(String)
  /// Something of that kind is not found by its name.
  case name(String, kind: String)
  /// A counter's history does not add up to its count.
  case history(counter: String, owner: String)
  /// What can be undone and redone, or has been, is not what a counter's history says.
  case undoing(counter: String, owner: String)
}
