internal import Domain

/// Identifiers of rows that have none: the same file gives the same ones, so that importing it twice counts once.
///
/// An identifier is made of the row and of how many equal rows are before it in the file.
struct RowIdentifiers {
  private struct Digest: Hashable {
    let high: UInt64
    let low: UInt64
  }

  private var counts: [Digest: Int] = [:]

  /// The identifier of the file's next row: a UUID of version 8 (RFC 9562).
  mutating func next(name: String, time: Timestamp, change: Int64, by: String?) -> String {
    let row = "\(name)\0\(time.milliseconds)\0\(change)\0\(by ?? "")"
    let key = Self.digest(of: row)
    let count = counts[key, default: 0]
    counts[key] = count + 1
    let digest = count == 0 ? key : Self.digest(of: "\(row)\0\(count)")
    let high = digest.high & 0xFFFF_FFFF_FFFF_0FFF | 0x8000
    let low = digest.low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    return ChangeUID.text(ofUUID: [high, low])
  }

  private static func digest(of text: String) -> Digest {
    let bytes = sha256(Array(text.utf8))
    func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
    return Digest(high: number(0..<8), low: number(8..<16))
  }
}
