import Domain
import Presentation
import Testing

@testable import Commands
@testable import ScreenToolkit
@testable import Terminal

@Suite(.limited) struct SentenceTests {
  private static let ada = CounterName(text: "Ada", key: "ada")
  private static let coffee = CounterName(text: "coffee", key: "coffee")

  private static let ofTheContract: [(Refusal, String)] = [
    (.credentialsMissing, "Please provide your username and password"),
    (.credentialsWrong, "The provided credentials are not correct"),
    (.throttled(seconds: 4), "Too many attempts. Try again in 4 seconds"),
    (.throttled(seconds: 1), "Too many attempts. Try again in 1 second"),
    (.throttled(seconds: 900), "Too many attempts. Try again in 900 seconds"),
    (.notLoggedIn, "You are not logged in. Use login or signup"),
    (.usernameTaken, "That username is taken"),
    (.passwordsDiffer, "The two passwords differ"),
    (.noSuchCounter(named: "cofee", near: nil), "There is no counter named cofee"),
    (
      .noSuchCounter(named: "cofee", near: "coffee"),
      "There is no counter named cofee. Did you mean coffee?"
    ),
    (.counterExists(coffee), "There is already a counter named coffee"),
    (.noCounterOpen, "No counter is open. Open one with: open NAME"),
    (.outOfRange, "That would take the count out of range"),
    (.sumOutOfRange, "A sum is out of range"),
    (.nothingToUndo, "There is nothing to undo"),
    (.nothingToRedo, "There is nothing to redo"),
    (.nameNotConfirmed, "That is not the counter's name. Nothing was deleted"),
    (.input(.unknownCommand("foo", near: nil)), "Unknown command: foo. Type help for the commands"),
    (.input(.unknownCommand("hlep", near: "help")), "Unknown command: hlep. Did you mean help?"),
    (
      .input(.unknownCommand("", near: nil)), "Please provide a command. Type help for the commands"
    ),
    (.input(.notANumber("x")), "Not a number: x"),
    (
      .input(.notANumber(String(repeating: "1", count: 100_000))),
      "Not a number: \(String(repeating: "1", count: 63))…"
    ),
    (
      .input(.signedCount(7)),
      "+7 could mean 7, or 7 more. Leave out the + to set 7. To add 7: up NAME 7"
    ),
    (.input(.deletionUnconfirmed), "Deleting needs a confirmation. Use --yes"),
    (.store(.busy(cause: "locked")), "The store is busy. Try again"),
    (.store(.newer), "This store was made by a newer Tally. Update Tally"),
    (.store(.missing(named: "/tmp/typo.db")), "There is no store at /tmp/typo.db"),
    (
      .store(.readOnly(cause: "EROFS")),
      "The store is read-only. Choose another with --store, or make it writable"
    ),
    (
      .store(.misplaced(cause: "it is a folder")),
      "The store cannot be opened: it is a folder. Choose another with --store"
    ),
    (
      .store(.outcomeUnknown(counter: "coffee", cause: "EIO")),
      "It is not known whether the change was saved. Check with tally show coffee"
    ),
  ]

  private static let ofOurOwn: [(Refusal, String)] = [
    (.username(.empty), "Please provide a username"),
    (.username(.tooLong), "A username has at most 64 characters"),
    (.username(.badBeginning), "A username begins with a letter or a digit"),
    (
      .username(.badCharacter),
      "A username has only the letters a to z, digits, and . _ - + @"
    ),
    (.password(.tooShort), "A password has at least 8 characters"),
    (.password(.tooLong), "A password has at most 1024 bytes"),
    (
      .password(.common), "That password is too common. Choose another"
    ),
    (
      .password(.commonLengthened),
      "That is a common password with digits or symbols added. Choose another"
    ),
    (.password(.username), "The password must not be the username"),
    (.password(.oneCharacterRepeated), "The password must not be one character repeated"),
    (.password(.sequence), "The password must not be a plain sequence"),
    (.counterName(.empty), "Please provide the counter's name"),
    (.counterName(.tooLong), "A counter's name has at most 64 characters"),
    (.counterName(.controlCharacter), "A counter's name has no control characters"),
    (
      .counterName(.whiteSpaceAtEnds), "A counter's name does not begin or end with white space"
    ),
    (.identifierTaken, "That id was already used for a different change"),
    (.badIdentifier, "An id has 1 to 64 characters, and no control characters"),
    (.note(.tooLong), "A note has at most 200 characters"),
    (.note(.controlCharacter), "A note has no control characters"),
    (.note(.noChange), "Adding 0 changes nothing, so it has no note"),
    (.inFuture, "That time is in the future"),
    (.chartTooLong, "A chart has at most 10000 bars"),
    (
      .exportBroken(at: CounterName(text: "tea", key: "tea")),
      "tea was deleted or unshared during the export. Export again"
    ),
    (.input(.interrupted), "Interrupted"),
    (
      .input(.nobodyToAsk(how: "Use --password-stdin")),
      "There is no terminal to ask on. Use --password-stdin"
    ),
    (
      .input(.notATime("noon")),
      "Not a time: noon. Use a form like 2026-11-21, \"2026-11-21 09:00\", 09:00, now, today, "
        + "\"yesterday 18:30\", \"2 hours ago\" or RFC 3339"
    ),
    (
      .input(.skippedTime("2026-03-29 02:30")),
      "There is no local time 2026-03-29 02:30: daylight saving skips it. "
        + "Choose another time"
    ),
    (
      .input(.unreadable(name: "rows.csv", cause: "Is a directory")),
      "rows.csv cannot be read: Is a directory"
    ),
    (
      .badRow(line: 3, .malformed),
      "line 3: The row is incomplete, or is not JSON or CSV with a header"
    ),
    (
      .badRow(line: 3, .field("time")),
      #"line 3: The field "time" is missing. A valid one: 2026-11-21 09:00. "#
        + "Say which header means it with --columns time=HEADER"
    ),
    (
      .badRow(line: 3, .field("change", value: "five")),
      #"line 3: The field "change" is invalid: five. A valid one: 5"#
    ),
    (
      .badRow(line: 3, .emptyField("change")),
      #"line 3: The field "change" is empty. A valid one: 5"#
    ),
    (
      .badRow(line: 3, .repeatedField("change")),
      #"line 3: The field "change" appears twice. Remove one"#
    ),
    (
      .badRow(line: 3, .fields(4, expected: 3)),
      "line 3: The row has 4 fields, but the first line has 3. "
        + "Quote a field that has the separator in it, or remove the row"
    ),
    (
      .badRow(line: 3, .fields(1, expected: 3)),
      "line 3: The row has 1 field, but the first line has 3. "
        + "Quote a field that has the separator in it, or remove the row"
    ),
    (
      .badRow(line: 3, .quote),
      "line 3: A quotation mark is not closed or inside a field. "
        + "Quote the whole field, and double those inside"
    ),
    (.badRow(line: 3, .name(.tooLong)), "line 3: A counter's name has at most 64 characters"),
    (
      .badRow(line: 3, .counterExists(CounterName(text: "tea", key: "tea"))),
      "line 3: Your counter tea is another one in this file. Rename it, and import again"
    ),
    (.badRow(line: 3, .outOfRange), "line 3: That would take the count out of range"),
    (
      .badRow(line: 3, .identifierTaken),
      "line 3: That id was already used for a different change"
    ),
    (.badRow(line: 3, .inFuture), "line 3: That time is in the future"),
    (.input(.notUTF8), "The input is not UTF-8"),
    (.input(.lineTooLong), "That line is too long"),
    (.input(.ended), "The input ended before the question was answered"),
    (.output(.failed(cause: "ENOSPC")), "The output could not be written: ENOSPC"),
    (
      .output(.failed(name: "x", cause: "ENOSPC")),
      "The output could not be written: x: ENOSPC. Choose another file"
    ),
    (.output(.readerGone), "Nobody reads the output any more"),
    (
      .noCounterToCount(named: "tea"), "There is no counter named tea. Create it with --create"
    ),
    (
      .noCounterToCount(named: "+7", meant: "up NAME 7"),
      "There is no counter named +7. Name a counter first: up NAME 7"
    ),
    (
      .output(.answerFailed(cause: "ENOSPC")),
      "The change was saved, but its answer could not be written: ENOSPC"
    ),
    (
      .store(.foreign(cause: "notadb")),
      "This is not a Tally store. Choose another with --store"
    ),
    (.store(.damaged(cause: "corrupt")), "The store is damaged. Copy a backup over it"),
    (
      .store(.unopenable(cause: "EACCES")),
      "The store cannot be opened: EACCES. Choose another with --store, or restore a backup"
    ),
    (
      .store(.companion(name: "a.db-wal", cause: "is another program's")),
      "The store cannot be opened: a.db-wal beside it is another program's. "
        + "Move a.db-wal away, then run: tally check"
    ),
    (.store(.failed(cause: "full")), "The store failed, and nothing was changed: full"),
    (
      .store(.outcomeUnknown(counter: nil, cause: "EIO")),
      "It is not known whether the change was saved. Check with tally list"
    ),
    (.environment(cause: "The token's file is a link"), "The token's file is a link"),
  ]

  @Test(arguments: ofTheContract + ofOurOwn)
  func `each refusal has its sentence`(refusal: Refusal, sentence: String) {
    #expect(refusal.sentence == sentence)
    #expect(sentence.hasPrefix(Alert(refusal).fact))
  }

  @Test(arguments: ofTheContract + ofOurOwn)
  func `a remedy is given once, after the fact, and no fact names a command or an option`(
    refusal: Refusal, sentence: String
  ) {
    let remedy = sentence.dropFirst(refusal.fact.count)
    #expect(remedy == "" || remedy.hasPrefix(". "))
    for word in ["tally ", "--", "open NAME", "Type "] { #expect(!refusal.fact.contains(word)) }
  }

  @Test func `in a shell, a command in a remedy begins with tally`() {
    #expect(
      [
        Refusal.notLoggedIn, .noCounterOpen, .input(.unknownCommand("x", near: nil)),
        .ownerCannotLeave(counter: "tea"),
      ]
      .map(\.shellSentence) == [
        "You are not logged in. Use tally login or tally signup",
        "No counter is open. Open one with: tally open NAME",
        "Unknown command: x. Type tally help for the commands",
        "tea is yours. To delete it: tally delete tea",
      ])
    #expect(
      Refusal.ownerCannotLeave(counter: "tea").sentence.hasSuffix(". To delete it: delete tea"))
  }

  @Test func `on the screen, the remedies name keys`() {
    #expect(
      Refusal.noCounterOpen.screenSentence
        == "No counter is open. Choose one with the arrows and Enter, or make one with n")
    #expect(Refusal.store(.newer).screenSentence == Refusal.store(.newer).sentence)
  }

  @Test func `the logged-in user is named as entered`() throws {
    let refusal = Refusal.alreadyLoggedIn(try Username("Ada"))
    #expect(refusal.sentence == "You are logged in as Ada. Log out first")
  }

  @Test func `a count set by the owner is settled for the others`() throws {
    let ada = try Username("Ada")
    #expect(
      Refusal.undoSettled(by: ada).sentence
        == "Ada set the count after that. There is nothing of yours to undo")
    #expect(
      Refusal.redoSettled(by: ada).sentence
        == "Ada set the count after that. There is nothing of yours to redo")
  }

  @Test func `a refusal for members names the owner`() throws {
    let refusal = Refusal.ownerOnly(try Username("Ada"))
    #expect(refusal.sentence == "Only Ada can do that")
    #expect(refusal.exitStatus == ExitStatus.noPermission)
  }

  @Test func `a counter is named as entered`() {
    #expect(Refusal.counterExists(Self.ada).sentence == "There is already a counter named Ada")
  }

  @Test(arguments: ofTheContract + ofOurOwn)
  func `a sentence is one line without a full stop or blank at its end`(
    refusal: Refusal, _: String
  ) {
    #expect(visible(refusal.sentence) == refusal.sentence)
    #expect(refusal.sentence.last != "." && refusal.sentence.last != " ")
  }

  @Test(
    arguments: [
      (.noSuchCounter(named: "a\nb", near: nil), "There is no counter named a\\u{A}b"),
      (
        .input(.unknownCommand("\u{1B}[2J", near: nil)),
        "Unknown command: \\u{1B}[2J. Type help for the commands"
      ),
      (.input(.notANumber("5\r")), "Not a number: 5\\u{D}"),
      (.environment(cause: "one\ntwo"), "one\\u{A}two"),
    ] as [(Refusal, String)])
  func `typed text is escaped in a sentence`(refusal: Refusal, shown: String) {
    #expect(visible(refusal.sentence) == shown)
  }

  @Test(
    arguments: [
      .input(.unreadable(name: "rows", cause: "why")), .output(.failed(cause: "why")),
      .output(.answerFailed(cause: "why")),
      .store(.busy(cause: "why")), .store(.readOnly(cause: "why")),
      .store(.foreign(cause: "why")), .store(.damaged(cause: "why")),
      .store(.unopenable(cause: "why")),
      .store(.closed(cause: "why")),
      .store(.companion(name: "a.db-wal", cause: "why")),
      .store(.failed(cause: "why")), .store(.outcomeUnknown(counter: nil, cause: "why")),
      .environment(cause: "why"),
    ] as [Refusal])
  func `an external error is kept as the cause`(refusal: Refusal) {
    #expect(refusal.cause == "why")
  }

  @Test(
    arguments: [.notLoggedIn, .store(.newer), .outOfRange, .input(.notANumber("x"))] as [Refusal])
  func `a refusal of Tally itself has no cause`(refusal: Refusal) {
    #expect(refusal.cause == nil)
  }

  @Test func `a check suggests a backup for damage, and not for wrong settings`() {
    let settings: [StoreFault] = [.setting("synchronous"), .setting("mmap_size")]
    #expect(
      settings.refusal(onServer: false)?.sentence
        == "SQLite does not apply the settings that Tally needs")
    let damage = settings + [.damaged("row 2 missing")]
    #expect(
      damage.refusal(onServer: false)?.sentence == "The store is damaged. Copy a backup over it")
    #expect(
      damage.refusal(onServer: true)?.sentence
        == "The store is damaged. Restore a backup of the database")
    #expect([StoreFault]().refusal(onServer: true) == nil)
  }
}
