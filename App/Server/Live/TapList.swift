import Domain

/// The taps of a phone, as its script sends them:
/// `{"account":7,"counter":12,"taps":[{"id":"b1c2","amount":1,"age":1234}]}`.
struct TapList: Equatable, Sendable {
  /// A tap on `+` or `-`.
  struct Tap: Equatable, Sendable {
    /// Makes the tap count once, however often it is sent.
    let id: Change.ID
    /// 1 or -1.
    let amount: Int64
    /// How long ago it was made, in milliseconds. The phone's clock may be wrong, but not by how
    /// much it advances.
    let age: Int64
  }

  /// The maximum number of taps that are sent at once.
  static let longest = 100

  /// The account that made the taps: another one may have logged in since.
  let account: Int64
  let counter: Counter.ID
  let taps: [Tap]

  /// Parses the list; `nil` unless it has exactly this form, each field once. Ids have no
  /// backslash.
  init?(json: [UInt8]) {
    var scanner = Scanner(rest: json[...])
    var (account, counter, taps): (Int64?, Int64?, [Tap]?)
    let isRead = scanner.object { name, scanner in
      switch name {
      case "account" where account == nil:
        account = scanner.number()
        return account != nil
      case "counter" where counter == nil:
        counter = scanner.number()
        return counter != nil
      case "taps" where taps == nil:
        taps = scanner.taps()
        return taps != nil
      default: return false
      }
    }
    guard isRead, scanner.isAtEnd, let account, let counter, let taps,
      (1...Self.longest).contains(taps.count)
    else { return nil }
    (self.account, self.counter, self.taps) = (account, counter, taps)
  }
}

/// Scans the few forms of JSON that taps have.
private struct Scanner {
  var rest: ArraySlice<UInt8>

  var isAtEnd: Bool {
    mutating get {
      skipWhiteSpace()
      return rest.isEmpty
    }
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipWhiteSpace()
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// A string without escapes.
  mutating func text() -> String? {
    guard take("\"") else { return nil }
    let bytes = rest.prefix { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    rest = rest[bytes.endIndex...]
    return rest.popFirst() == UInt8(ascii: "\"") ? String(validating: bytes, as: UTF8.self) : nil
  }

  /// A whole number.
  mutating func number() -> Int64? {
    skipWhiteSpace()
    let text = rest.prefix { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
    rest = rest[text.endIndex...]
    return Int64(String(decoding: text, as: UTF8.self))
  }

  /// An object. `field` reads the value of each field and says whether it is an expected one.
  mutating func object(_ field: (_ name: String, inout Scanner) -> Bool) -> Bool {
    guard take("{") else { return false }
    repeat {
      guard let name = text(), take(":"), field(name, &self) else { return false }
    } while take(",")
    return take("}")
  }

  mutating func taps() -> [TapList.Tap]? {
    guard take("[") else { return nil }
    var taps: [TapList.Tap] = []
    repeat {
      guard let tap = tap() else { return nil }
      taps.append(tap)
    } while take(",")
    return take("]") ? taps : nil
  }

  private mutating func tap() -> TapList.Tap? {
    var (id, amount, age): (Change.ID?, Int64?, Int64?)
    let isRead = object { name, scanner in
      switch name {
      case "id" where id == nil:
        id = scanner.text().flatMap { try? Change.ID(checking: $0) }
        return id != nil
      case "amount" where amount == nil:
        amount = scanner.number()
        return amount != nil
      case "age" where age == nil:
        age = scanner.number()
        return age != nil
      default: return false
      }
    }
    guard isRead, let id, let amount, amount.magnitude == 1, let age else { return nil }
    return TapList.Tap(id: id, amount: amount, age: age)
  }

  private mutating func skipWhiteSpace() {
    rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
  }
}

/// The format of taps, as their address says it: `/taps?version=2&store=4be1...`.
///
/// A server takes the last two versions. The body is the same in both; version 1 says no store, and
/// is believed.
struct TapFormat {
  private static let versions = ["1", "2"]

  /// The id of the store where the taps were made; `nil` if they do not say it.
  let store: String?

  /// Parses the part of the address after the question mark; `nil` if this server cannot read it.
  init?(_ query: String) {
    var fields: [Substring: String] = [:]
    for part in query.split(separator: "&") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, fields.updateValue(String(sides[1]), forKey: sides[0]) == nil
      else { return nil }
    }
    let version = fields.removeValue(forKey: "version") ?? "1"
    store = fields.removeValue(forKey: "store")
    guard Self.versions.contains(version), fields.isEmpty else { return nil }
  }
}
