internal import Domain
internal import Foundation
internal import GRDB

/// What a change is known by in its row: 16 bytes of a UUID, or the text that a person gave.
enum ChangeUID {
  /// A new one: a UUID of version 7 (RFC 9562), which begins with the time, so that the index on it
  /// grows at its end.
  static func new(at now: Timestamp) -> Data {
    var generator = SystemRandomNumberGenerator()
    let time = UInt64(bitPattern: now.milliseconds) << 16
    let high = time | 0x7000 | generator.next() & 0x0FFF
    let low = 0x8000_0000_0000_0000 | generator.next() >> 2
    return [high, low].reduce(into: Data(capacity: 16)) { bytes, half in
      withUnsafeBytes(of: half.bigEndian) { bytes.append(contentsOf: $0) }
    }
  }

  /// What a column has for an identifier: a UUID as its bytes, in the one spelling that they are read
  /// back in.
  static func value(_ id: Change.ID) -> DatabaseValue {
    let parts = id.text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12],
      let bytes = bytes(hexadecimal: parts.joined())
    else { return id.text.databaseValue }
    return Data(bytes).databaseValue
  }

  /// The identifier that a column has.
  static func id(_ value: DatabaseValue) throws(Refusal) -> Change.ID {
    switch value.storage {
    case .string(let text): return Change.ID(text)
    case .blob(let bytes) where bytes.count == 16:
      var text = bytes.map { hexadecimal([$0]) }
      for index in [10, 8, 6, 4] { text.insert("-", at: index) }
      return Change.ID(text.joined())
    default: throw .storeDamaged(cause: "a change has no identifier")
    }
  }
}
