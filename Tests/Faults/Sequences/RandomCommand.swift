import Domain

/// A random command at a terminal, independent of any store.
enum RandomCommand: Sendable {
  case signUp(String, password: Int)
  case logIn(String, password: Int)
  case logOut(everywhere: Bool)
  case changePassword(from: Int, to: Int)
  case deleteAccount(password: Int)
  case create(String)
  case open(String)
  case rename(to: String)
  case delete(confirmed: Bool)
  case change([CountCommand])
  case record(CountCommand, on: String, creating: Bool, id: String?, secondsAgo: Int64?)
  case list
  case sessions
  case history(newest: Int, seconds: Range<Int64>?)
  case chart(Span, last: Int)
  case export
  /// Imports a part of the last export, from any terminal, mixed with other rows.
  case importRows([Row])
  case wait(seconds: Int64)

  /// A row of an import.
  enum Row: Sendable {
    /// The row at that index of the last export, modulo its length.
    case exported(place: Int)
    case made(
      id: String, name: String, secondsAgo: Int64, kind: TransferRow.Kind, change: Int64,
      of: Subject)
  }

  /// The subject of an undo or redo in a file.
  enum Subject: Sendable {
    case nothing
    case id(String)
    case exported(place: Int)
  }

  static let usernames = ["ada", "bea", "Cleo", "cleo", "d@example.org", "not a name"]
  static let names = [
    "main", "Main", "tea", "TEA", "coffee", "Grüße", "GRÜSSE", "中文", "a b", "x", "", " x ",
    "e\u{301}", "\u{E9}",
  ]
  static let passwords = ["long enough 1", "long enough 2", "password1"]

  /// A command without a login; sometimes one that needs a login.
  static func entry(using generator: inout some RandomNumberGenerator) -> RandomCommand {
    let user = usernames.randomElement(using: &generator) ?? ""
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<2: return .signUp(user, password: password(&generator))
    case 2..<7: return .logIn(user, password: password(&generator))
    case 7: return .list
    default: return .wait(seconds: .random(in: 1...60, using: &generator))
    }
  }

  /// Any command; counting is the most frequent.
  static func any(using generator: inout some RandomNumberGenerator, number: Int) -> RandomCommand {
    let name = names.randomElement(using: &generator) ?? ""
    let user = usernames.randomElement(using: &generator) ?? ""
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<3: return .signUp(user, password: password(&generator))
    case 3..<12: return .logIn(user, password: password(&generator))
    case 12: return .logOut(everywhere: .random(using: &generator))
    case 13: return .changePassword(from: password(&generator), to: password(&generator))
    case 14:
      guard Int.random(in: 0..<6, using: &generator) == 0 else { return .list }
      return .deleteAccount(password: password(&generator))
    case 15..<21: return .create(name)
    case 21..<29: return .open(name)
    case 29..<32: return .rename(to: name)
    case 32: return .delete(confirmed: Int.random(in: 0..<3, using: &generator) > 0)
    case 33..<62:
      let count = Int.random(in: 1...6, using: &generator)
      return .change((0..<count).map { _ in command(&generator) })
    case 62..<78:
      return .record(
        command(&generator), on: name, creating: .random(using: &generator),
        id: id(&generator, number), secondsAgo: seconds(&generator))
    case 78..<80: return .list
    case 80: return .sessions
    case 81..<84:
      let start = Int64.random(in: -200_000..<100_000, using: &generator)
      let length = Int64.random(in: 0..<200_000, using: &generator)
      return .history(
        newest: .random(in: 0...30, using: &generator),
        seconds: Bool.random(using: &generator) ? start..<start + length : nil)
    case 84..<87:
      return .chart(
        [.hour, .day, .week, .month].randomElement(using: &generator) ?? .day,
        last: .random(in: 0...20, using: &generator))
    case 87..<90: return .export
    case 90..<95:
      let count = Int.random(in: 0...12, using: &generator)
      return .importRows((0..<count).map { row(&generator, "\(number)-\($0)") })
    default: return .wait(seconds: wait(&generator))
    }
  }

  /// Mostly the first one, so that some logins succeed.
  private static func password(_ generator: inout some RandomNumberGenerator) -> Int {
    max(0, Int.random(in: -7..<passwords.count, using: &generator))
  }

  private static func command(_ generator: inout some RandomNumberGenerator) -> CountCommand {
    switch Int.random(in: 0..<14, using: &generator) {
    case 12...: return .revert(.random(in: 0...30, using: &generator))
    case 0..<4: return .add(amount(&generator))
    case 4: return .set(amount(&generator))
    case 5: return .reset
    case 6..<9: return .undo
    default: return .redo
    }
  }

  private static func amount(_ generator: inout some RandomNumberGenerator) -> Int64 {
    let extremes: [Int64] = [.max, .min, .max - 5, .min + 5]
    return Int.random(in: 0..<12, using: &generator) == 0
      ? extremes.randomElement(using: &generator) ?? 0 : .random(in: -9...9, using: &generator)
  }

  /// Sometimes an identifier that was used before.
  private static func id(_ generator: inout some RandomNumberGenerator, _ number: Int) -> String? {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: "id-\(Int.random(in: 0...number, using: &generator) % 40)"
    case 1: "id-\(number)"
    default: nil
    }
  }

  private static func seconds(_ generator: inout some RandomNumberGenerator) -> Int64? {
    Int.random(in: 0..<4, using: &generator) > 0
      ? nil : .random(in: -100...400_000, using: &generator)
  }

  private static func row(_ generator: inout some RandomNumberGenerator, _ id: String) -> Row {
    if Int.random(in: 0..<3, using: &generator) == 0 {
      return .exported(place: .random(in: 0..<500, using: &generator))
    }
    let kinds = TransferRow.Kind.allCases
    let subject: Subject =
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: .exported(place: .random(in: 0..<500, using: &generator))
      case 1: .id("row \(id.dropLast())\(Int.random(in: 0..<9, using: &generator))")
      default: .nothing
      }
    return .made(
      id: "row \(id)", name: names.prefix(10).randomElement(using: &generator) ?? "",
      secondsAgo: .random(in: -10...1_000_000, using: &generator),
      kind: kinds.randomElement(using: &generator) ?? .change, change: amount(&generator),
      of: subject)
  }

  /// Mostly moments; sometimes long enough to end sessions, and sometimes back.
  private static func wait(_ generator: inout some RandomNumberGenerator) -> Int64 {
    switch Int.random(in: 0..<20, using: &generator) {
    case 0: 31 * 86_400
    case 1: -3_600
    case 2..<6: .random(in: 3_600...200_000, using: &generator)
    default: .random(in: 1...900, using: &generator)
    }
  }
}
