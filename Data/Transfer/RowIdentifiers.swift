internal import Domain

/// Makes identifiers for rows without one. They are the same each time, so importing a file twice
/// counts once.
///
/// An identifier is computed from the row and the number of equal rows before it.
struct RowIdentifiers {
  private struct Digest: Hashable {
    let high: UInt64
    let low: UInt64
  }

  private var counts: [Digest: Int] = [:]

  /// The identifier of the next row: a UUID of version 8 (RFC 9562).
  ///
  /// A time without a zone is taken as written, so that the row is the same in every zone.
  mutating func next(
    name: String, time: Timestamp, written: String, change: Int64, by: String?
  ) -> String {
    let time = Timestamp(rfc3339: written) == nil ? written : "\(time.milliseconds)"
    let row = "\(name)\0\(time)\0\(change)\0\(by ?? "")"
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
