import Domain

extension Refusal {
  /// The fact, in one line without a full stop at its end. The toolkit adds the remedy.
  public var fact: String {
    switch self {
    case .credentialsMissing: "Please provide your username and password"
    case .credentialsWrong: "The provided credentials are not correct"
    case .throttled(1): "Too many attempts. Try again in 1 second"
    case .throttled(let seconds): "Too many attempts. Try again in \(seconds) seconds"
    case .notLoggedIn: "You are not logged in"
    case .alreadyLoggedIn(let user): "You are logged in as \(user.text). Log out first"
    case .usernameTaken: "That username is taken"
    case .passwordsDiffer: "The two passwords differ"
    case .username(let fault): fault.fact
    case .password(let fault): fault.fact
    case .counterName(let fault): fault.fact

    case .noSuchCounter(let name, nil): "There is no counter named \(name)"
    case .noSuchCounter(let name, let near?):
      "There is no counter named \(name). Did you mean \(near)?"
    case .noCounterToCount(let name, _): "There is no counter named \(name)"
    case .unexpectedCount(let count, let expected): "The count is \(count), not \(expected)"
    case .targetTooSmall: "A target is 1 or more"
    case .noSuchAccount(let name): "There is no account named \(name)"
    case .ownedAlready(let counter): "\(counter) is yours already"
    case .alreadyMember(let user, .counts, let counter): "\(user.text) can already count \(counter)"
    case .alreadyMember(let user, .views, let counter): "\(user.text) can already view \(counter)"
    case .notMember(let name, let counter): "\(counter) is not shared with \(name)"
    case .ownerCannotLeave(let counter): "\(counter) is yours"
    case .counterExists(let name): "There is already a counter named \(name.text)"
    case .noCounterOpen: "No counter is open"
    case .outOfRange: "That would take the count out of range"
    case .sumOutOfRange: "A sum is out of range"
    case .nothingToUndo: "There is nothing to undo"
    case .nothingToRedo: "There is nothing to redo"
    case .undoSettled(let owner):
      "\(owner.text) set the count after that. There is nothing of yours to undo"
    case .redoSettled(let owner):
      "\(owner.text) set the count after that. There is nothing of yours to redo"
    case .noSuchEntry(let number): "There is no entry \(number)"
    case .revert(.notOwnAddition): "Only your own additions can be reverted"
    case .revert(.reverted): "That was reverted already"
    case .revert(.undone): "That was undone already"
    case .revert(.settled(let owner)): "\(owner.text) set the count after that"
    case .ownerOnly(let owner): "Only \(owner.text) can do that"
    case .invitationEnded: "This invitation has ended"
    case .noSuchInvitation(let number): "There is no invitation \(number)"
    case .invitation(.length):
      "An invitation lasts at least a minute and at most \(Invitation.Terms.mostDays) days"
    case .invitation(.places): "An invitation is for 1 to \(Invitation.Terms.mostPlaces) people"
    case .guestName(let fault): fault.fact
    case .guestNameTaken(let name): "Somebody is called \(name) already"
    case .storeOwnerOnly: "Only the owner of the store can do that"
    case .nameNotConfirmed: "That is not the counter's name. Nothing was deleted"

    case .identifierTaken: "That id was already used for a different change"
    case .badIdentifier:
      "An id has 1 to \(Change.ID.maximumLength) characters, and no control characters"
    case .note(.tooLong): "A note has at most \(Note.maximumLength) characters"
    case .note(.controlCharacter): "A note has no control characters"
    case .note(.noChange): "Adding 0 changes nothing, so it has no note"
    case .inFuture: "That time is in the future"
    case .chartTooLong: "A chart has at most \(ChartBar.greatestNumber) bars"
    case .badRow(let line, let fault): "line \(line): \(fault.fact)"
    case .exportBroken(let name):
      "\(name.text) was deleted or unshared during the export. Export again"
    case .noServer: "No server runs for this store"
    case .unreachableServer(let url): "Phones cannot reach \(url)"
    case .input(let refusal): refusal.fact
    case .output(let refusal): refusal.fact
    case .store(let refusal): refusal.fact
    case .environment(let cause): cause
    }
  }

  /// The underlying error of SQLite or the operating system, if there is one.
  public var cause: String? {
    switch self {
    case .input(.unreadable(_, let cause)), .output(.failed(_, let cause)),
      .output(.answerFailed(let cause)), .environment(let cause):
      cause
    case .store(let refusal): refusal.cause
    default: nil
    }
  }
}

extension Refusal.Input {
  fileprivate var fact: String {
    switch self {
    case .unknownCommand("", _): "Please provide a command"
    case .unknownCommand(let text, nil): "Unknown command: \(text)"
    case .unknownCommand(let text, let near?): "Unknown command: \(text). Did you mean \(near)?"
    case .wrongUsage(let message, _): message
    case .notANumber(""): "Please provide a number"
    case .notANumber(let text): "Not a number: \(text.shortened)"
    case .signedCount(let number):
      "+\(number) could mean \(number), or \(number) more. Leave out the + to set \(number)"
    case .notALength(let text, let things): "Not a number of \(things): \(text.shortened)"
    case .notATime(""): "Please provide a time"
    case .notATime(let text): "Not a time: \(text.shortened)"
    case .notADuration(""): "Please provide a length of time"
    case .notADuration(let text): "Not a length of time: \(text.shortened)"
    case .notAPeriod(let text): "Not a day, week or month: \(text.shortened)"
    case .notADayStart(""): "Please provide a time of day"
    case .notADayStart(let text): "Not a time of day: \(text.shortened)"
    case .skippedTime(let text):
      "There is no local time \(text): daylight saving skips it. Choose another time"
    case .unreadable(let name, let cause): "\(name) cannot be read: \(cause)"
    case .notUTF8: "The input is not UTF-8"
    case .lineTooLong: "That line is too long"
    case .ended: "The input ended before the question was answered"
    case .nobodyToAsk: "There is no terminal to ask on"
    case .deletionUnconfirmed: "Deleting needs a confirmation"
    case .interrupted: "Interrupted"
    }
  }
}

extension Refusal.Output {
  fileprivate var fact: String {
    switch self {
    case .failed(let name?, let cause): "The output could not be written: \(name): \(cause)"
    case .failed(nil, let cause): "The output could not be written: \(cause)"
    case .readerGone: "Nobody reads the output any more"
    case .answerFailed(let cause):
      "The change was saved, but its answer could not be written: \(cause)"
    }
  }
}

extension Refusal.Store {
  fileprivate var fact: String {
    switch self {
    case .busy: "The store is busy. Try again"
    case .newer: "This store was made by a newer Tally"
    case .readOnly, .database(.readOnly, _): "The store is read-only"
    case .foreign: "This is not a Tally store"
    case .damaged, .database(.damaged, _): "The store is damaged"
    case .database(.tooFewRights, let cause): "The role has too few rights: \(cause)"
    case .database(.diskFull, _): "The server's disk is full, and nothing was changed"
    case .misplaced(let cause), .unopenable(let cause), .closed(let cause),
      .unreadable(_, let cause), .database(_, let cause):
      "The store cannot be opened: \(cause)"
    case .companion(let name, let cause):
      "The store cannot be opened: \(name) beside it \(cause)"
    case .missing(let name): "There is no store at \(name)"
    case .failed(let cause): "The store failed, and nothing was changed: \(cause)"
    case .outcomeUnknown: "It is not known whether the change was saved"
    }
  }

  fileprivate var cause: String? {
    switch self {
    case .busy(let cause), .readOnly(let cause), .foreign(let cause), .damaged(let cause),
      .misplaced(let cause), .unopenable(let cause), .closed(let cause),
      .unreadable(_, let cause), .database(_, let cause), .companion(_, let cause),
      .failed(let cause), .outcomeUnknown(_, let cause):
      cause
    case .newer, .missing: nil
    }
  }
}

extension Username.Fault {
  fileprivate var fact: String {
    switch self {
    case .empty: "Please provide a username"
    case .tooLong: "A username has at most \(Username.maximumLength) characters"
    case .badBeginning: "A username begins with a letter or a digit"
    case .badCharacter: "A username has only the letters a to z, digits, and . _ - + @"
    }
  }
}

extension PasswordPolicy.Fault {
  fileprivate var fact: String {
    switch self {
    case .tooShort: "A password has at least \(PasswordPolicy.minimumLength) characters"
    case .tooLong: "A password has at most \(PasswordPolicy.maximumBytes) bytes"
    case .common: "That password is too common. Choose another"
    case .commonLengthened:
      "That is a common password with digits or symbols added. Choose another"
    case .username: "The password must not be the username"
    case .oneCharacterRepeated: "The password must not be one character repeated"
    case .sequence: "The password must not be a plain sequence"
    }
  }
}

extension CounterName.Fault {
  fileprivate var fact: String {
    switch self {
    case .empty: "Please provide the counter's name"
    case .tooLong: "A counter's name has at most \(CounterName.maximumLength) characters"
    case .controlCharacter: "A counter's name has no control characters"
    case .whiteSpaceAtEnds: "A counter's name does not begin or end with white space"
    case .slash: "A counter's name has no slash"
    }
  }
}

extension GuestName.Fault {
  fileprivate var fact: String {
    switch self {
    case .empty: "Please provide a name"
    case .tooLong: "A name has at most \(GuestName.maximumLength) characters"
    case .controlCharacter: "A name has no control characters"
    }
  }
}

extension RowFault {
  fileprivate var fact: String {
    switch self {
    case .malformed: "The row is incomplete, or is not JSON or CSV with a header"
    case .notUTF8: "The row is not UTF-8. Save the file as UTF-8"
    case .quote:
      "A quotation mark is not closed or inside a field. Quote the whole field, and double those inside"
    case .fields(let number, let expected):
      "The row has \(number == 1 ? "1 field" : "\(number) fields"), but the first line has \(expected). "
        + "Quote a field that has the separator in it, or remove the row"
    case .emptyField(let name): "The field \"\(name)\" is empty. \(Self.example(of: name))"
    case .repeatedField(let name): "The field \"\(name)\" appears twice. Remove one"
    case .field(let name, nil):
      "The field \"\(name)\" is missing. \(Self.example(of: name))"
    case .field(let name, let value?):
      "The field \"\(name)\" is invalid: \(value.shortened). \(Self.example(of: name))"
    case .name(let fault): fault.fact
    case .counterExists(let name):
      "Your counter \(name.text) is another one in this file. Rename it, and import again"
    case .skippedTime(let text): Refusal.input(.skippedTime(text)).fact
    case .identifierTaken: Refusal.identifierTaken.fact
    case .note(let fault): Refusal.note(fault).fact
    case .outOfRange: Refusal.outOfRange.fact
    case .inFuture: Refusal.inFuture.fact
    }
  }
}

extension String {
  /// The beginning of a value that is longer than any valid one.
  fileprivate var shortened: String {
    let limit = Change.ID.maximumLength
    return unicodeScalars.count > limit ? String(unicodeScalars.prefix(limit - 1)) + "…" : self
  }
}

extension RowFault {
  private static func example(of field: String) -> String {
    let example: String =
      switch ImportForm.Field(rawValue: field) {
      case .id, .of, nil: "k17"
      case .name: "coffee"
      case .time: "2026-11-21 09:00"
      case .kind: "change"
      case .change, .count: "5"
      case .by: "bea"
      case .note: "bus 12"
      }
    return "A valid one: \(example)"
  }
}

extension StoreFault {
  /// The problem, in one line.
  public var sentence: String {
    switch self {
    case .damaged(let message): "The database is damaged: \(message)"
    case .orphan(let kind): "A row of \(kind) refers to something that is missing"
    case .setting(let name): "The setting \(name) has the wrong value"
    case .name(let name, let kind): "The lookup key of \(name) in \(kind) is wrong"
    case .history(let counter, let owner):
      "The history of \(counter) of \(owner) does not add up to its count"
    case .undoing(let counter, let owner):
      "The undo data of \(counter) of \(owner) does not match its history"
    }
  }

  /// The sentence for a store without problems.
  public static let none = "No problems found"
}
