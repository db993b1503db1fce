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
  /// No counter has that name or a similar one, but the command could create it.
  case noCounterToCount(named: String)
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
  /// Only the owner of the counter may do that; this is the owner's username.
  case ownerOnly(Username)
  /// The name entered to confirm a deletion is not the counter's name.
  case nameNotConfirmed

  /// The identifier was already used for a different change.
  case identifierTaken
  /// The identifier of a change is invalid.
  case badIdentifier
  /// The time is in the future.
  case inFuture
  /// A deletion needs a confirmation, but there is no terminal to ask on.
  case deletionUnconfirmed
  /// Input is missing and there is no terminal to ask on; `how` says how to give it.
  case nobodyToAsk(how: String)

  /// A chart has more bars than allowed.
  case chartTooLong
  /// The person interrupted the command.
  case interrupted

  /// The command is unknown; `near` is a similar one.
  case unknownCommand(String, near: String?)
  /// Wrong usage of a command; `usage` is the right form, if known.
  case wrongUsage(String, usage: String?)
  /// The text is not a whole number.
  case notANumber(String)
  /// The text is a negative or too large number, where a number of `lines` is needed.
  case notALength(String, of: String)
  /// The text is not a time.
  case notATime(String)
  /// Daylight saving skips that local time.
  case skippedTime(String)
  /// The input is missing or cannot be read.
  case inputFailed(name: String, cause: String)
  /// A row of an import is invalid; lines are counted from 1.
  case badRow(line: Int, RowFault)
  /// The input is not UTF-8.
  case notUTF8
  /// A line of the input is too long.
  case lineTooLong
  /// The input ended before the question was answered.
  case inputEnded
  /// The output could not be written; it has a name if it is a file that was asked for.
  case outputFailed(name: String? = nil, cause: String)
  /// Whoever read the output has gone, which needs no message.
  case readerGone
  /// A change was saved, but its result could not be written.
  case answerFailed(cause: String)

  /// Another process held the store for too long; nothing was changed.
  case storeBusy(cause: String)
  /// A newer Tally made the store; nothing was changed.
  case storeNewer
  /// The store is read-only; nothing was changed.
  case storeReadOnly(cause: String)
  /// The file is not a Tally store.
  case storeForeign(cause: String)
  /// The store's content is damaged.
  case storeDamaged(cause: String)
  /// The store cannot be opened.
  case storeUnopenable(cause: String)
  /// The system lets only somebody else open the store, usually another user of the machine.
  case storeClosed(cause: String)
  /// The server of the store, or its database, cannot be used; nothing was changed.
  case database(DatabaseFault, cause: String)
  /// A file beside the store would change what opening it does; nothing was touched.
  case storeCompanion(name: String, cause: String)
  /// There is no store with that name, and the command does not create one.
  case noStore(named: String)
  /// The store failed during an operation (a full disk, for example); nothing was changed.
  case storeFailed(cause: String)
  /// The store failed during a commit; `counter` is the changed counter's name as typed.
  case outcomeUnknown(counter: String?, cause: String)
  /// Something other than the store failed: the saved login or the hasher's memory, for example.
  case environment(cause: String)
}

/// Why the database of a store cannot be used.
public enum DatabaseFault: Equatable, Sendable {
  /// The server does not answer.
  case unreachable
  /// The server does not let the role in.
  case loginRefused
  /// TLS fails: the server has none, or its certificate is not the right one.
  case tlsFailed
  /// There is no such database on the server.
  case missing
  /// There is no schema that the role can use.
  case schemaMissing
  /// Others than its owner may create things in the schema. Both names are as in a statement.
  case schemaOpen(schema: String, to: String)
  /// The encoding of the database has no place for every name.
  case wrongEncoding
  /// The role has too few rights.
  case tooFewRights
  /// An older Tally made it, and the role may not change its tables.
  case outdated
  /// The server accepts no changes.
  case readOnly
  /// The server has no room left.
  case diskFull
  /// The server is too old.
  case tooOld
  /// The client library is missing or too old; `package` has it.
  case clientMissing(package: String)
  /// The content is damaged.
  case damaged
}

/// A problem found in a store. Names are as stored, and may be invalid.
public enum StoreFault: Equatable, Sendable {
  /// The database itself reports damage.
  case damaged(String)
  /// A row of that kind belongs to something that is missing or that somebody else owns.
  case orphan(kind: String)
  /// A setting that durability depends on is wrong.
  case setting(String)
  /// The lookup key of a name of that kind is wrong.
  case name(String, kind: String)
  /// A counter's history does not add up to its count.
  case history(counter: String, owner: String)
  /// The undo and redo marks do not match the counter's history.
  case undoing(counter: String, owner: String)
}
