public import Domain
internal import Platform
internal import Synchronization

/// The calendar of a time zone, from the machine's tz database (RFC 9636).
public struct ZoneCalendar: LocalCalendar {
  public let zone: String
  /// When the offset changes, in seconds since 1970, and the offsets since then.
  private let changes: [Int64]
  private let offsets: [Int64]
  /// The offset before the first change.
  private let first: Int64
  /// What follows after the last change.
  private let rule: ZoneRule?

  /// Reads the calendar of a zone by its name, for example `Europe/Berlin`; `nil` for an unknown
  /// name, and where the machine has no tz database.
  public init?(named name: String) {
    guard (1...64).contains(name.utf8.count), name.utf8.first != UInt8(ascii: "/"),
      name.utf8.allSatisfy(Self.isInNames)
    else { return nil }
    let file = "\(Self.folder)/\(name)"
    guard let bytes = try? FileDescriptor(opening: file, O_RDONLY).read(atMost: 1 << 16) else {
      return nil
    }
    self.init(bytes, zone: name)
  }

  private static let folder = "/usr/share/zoneinfo"

  private static func isInNames(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"),
      UInt8(ascii: "-"), UInt8(ascii: "+"):
      true
    default: false
    }
  }

  /// Reads a file's second block, whose times have 64 bits.
  private init?(_ bytes: [UInt8], zone: String) {
    guard let old = ZoneFileHeader(bytes[...]), old.version >= UInt8(ascii: "2"),
      let header = ZoneFileHeader(bytes.dropFirst(old.length(ofTime: 4))), header.leaps == 0,
      header.types > 0
    else { return nil }
    let start = old.length(ofTime: 4) + ZoneFileHeader.length
    let end = old.length(ofTime: 4) + header.length(ofTime: 8)
    guard end <= bytes.count else { return nil }
    let types = start + header.times * 9
    let offset = { (type: Int) in
      Int64(Int32(truncatingIfNeeded: bytes.number(4, at: types + type * 6)))
    }
    let kinds = (0..<header.times).map { Int(bytes[start + header.times * 8 + $0]) }
    guard kinds.allSatisfy({ $0 < header.types }) else { return nil }
    self.zone = zone
    changes = (0..<header.times).map { bytes.number(8, at: start + $0 * 8) }
    offsets = kinds.map(offset)
    first = offset(0)
    let footer = bytes[end...].split(separator: UInt8(ascii: "\n")).first
    rule = footer.flatMap { ZoneRule(String(decoding: $0, as: UTF8.self)) }
  }

  public func secondsAhead(at moment: Timestamp) -> Int64 {
    let seconds = Int64((Double(moment.milliseconds) / 1_000).rounded(.down))
    guard let last = changes.last else { return rule?.secondsAhead(at: moment) ?? first }
    if seconds >= last, let rule { return rule.secondsAhead(at: moment) }
    let next = changes.partitioningIndex { $0 > seconds }
    return next == 0 ? first : offsets[next - 1]
  }
}

extension ZoneCalendar {
  public func calendar(ofZone zone: String) -> any LocalCalendar { Self.calendar(of: zone) }

  private static let known = Mutex<[String: any LocalCalendar]>([:])

  /// The calendar of a zone that a store names: by its name or rule. A machine that does not know it
  /// uses its own.
  static func calendar(of zone: String) -> any LocalCalendar {
    known.withLock { known in
      if let calendar = known[zone] { return calendar }
      let calendar = read(zone)
      known[zone] = calendar
      return calendar
    }
  }

  private static func read(_ zone: String) -> any LocalCalendar {
    if let calendar = ZoneCalendar(named: zone) { return calendar }
    if let rule = ZoneRule(zone) { return rule }
    return SystemCalendar()
  }
}

/// What a block of a file begins with.
private struct ZoneFileHeader {
  static let length = 44

  let version: UInt8
  let times: Int
  let types: Int
  let leaps: Int
  private let rest: Int

  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count >= Self.length, bytes.prefix(4).elementsEqual("TZif".utf8) else { return nil }
    let content = Array(bytes.prefix(Self.length))
    let counts = (0..<6).map { content.number(4, at: 20 + $0 * 4) }
    guard counts.allSatisfy({ (0...Int64(1 << 16)).contains($0) }) else { return nil }
    version = content[4]
    (leaps, times, types) = (Int(counts[2]), Int(counts[3]), Int(counts[4]))
    rest = Int(counts[0] + counts[1] + counts[5])
  }

  /// The length of the block with its header, in bytes.
  func length(ofTime bytes: Int) -> Int {
    Self.length + times * (bytes + 1) + types * 6 + leaps * (bytes + 4) + rest
  }
}

extension [UInt8] {
  /// A number of so many bytes, the highest first.
  fileprivate func number(_ length: Int, at start: Int) -> Int64 {
    Int64(bitPattern: self[start..<start + length].reduce(0) { $0 << 8 | UInt64($1) })
  }
}
