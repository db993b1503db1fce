import Domain
import Foundation

/// The taps of a phone, as its script sends them:
/// `{"account":7,"counter":12,"taps":[{"id":"b1c2","amount":1,"age":1234}]}`.
struct TapList: Decodable, Equatable, Sendable {
  /// A tap on `+` or `-`.
  struct Tap: Decodable, Equatable, Sendable {
    /// Makes the tap count once, however often it is sent.
    let id: Change.ID
    /// 1 or -1.
    let amount: Int64
    /// How long ago it was made, in milliseconds. The phone's clock may be wrong, but not by how
    /// much it advances.
    let age: Int64

    private enum Field: CodingKey { case id, amount, age }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Field.self)
      id = try Change.ID(checking: fields.decode(String.self, forKey: .id))
      amount = try fields.decode(Int64.self, forKey: .amount)
      age = try fields.decode(Int64.self, forKey: .age)
    }
  }

  /// The maximum number of taps that are sent at once.
  static let longest = 100

  /// The account that made the taps: another one may have logged in since.
  let account: Int64
  let counter: Counter.ID
  let taps: [Tap]

  /// Parses the list; `nil` unless it has this form, with 1 to `longest` taps.
  init?(json: [UInt8]) {
    guard let list = try? JSONDecoder().decode(Self.self, from: Data(json)),
      (1...Self.longest).contains(list.taps.count),
      list.taps.allSatisfy({ $0.amount.magnitude == 1 })
    else { return nil }
    self = list
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
