import Platform

/// An address of IPv4 or IPv6. One of IPv4 that is written as one of IPv6 (`::ffff:10.0.0.5`) is the
/// same address.
public struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
  // As in IPv6, which has a place for the addresses of IPv4.
  private let high: UInt64
  private let low: UInt64

  /// The address of nobody, `0.0.0.0`.
  public static let unspecified = NetworkAddress(high: 0, low: v4Prefix)

  /// This machine, `127.0.0.1`.
  public static let loopback = NetworkAddress(high: 0, low: v4Prefix | 0x7F00_0001)

  private static let v4Prefix: UInt64 = 0xFFFF_0000_0000

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates an address from its 4 or 16 bytes.
  public init?(bytes: some Collection<UInt8>) {
    func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
      bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
    switch bytes.count {
    case 4: self.init(high: 0, low: Self.v4Prefix | number(bytes))
    case 16: self.init(high: number(bytes.prefix(8)), low: number(bytes.suffix(8)))
    default: return nil
    }
  }

  /// Parses `10.0.0.5`, `2001:db8::1` and `fe80::1%eth0`. The zone after `%` is ignored: it says which
  /// network of this machine leads there.
  public init?(_ text: String) {
    let isV6 = text.utf8.contains(UInt8(ascii: ":"))
    let address = isV6 ? text.prefix { $0 != "%" } : text[...]
    var bytes = [UInt8](repeating: 0, count: isV6 ? 16 : 4)
    guard !text.utf8.contains(0), inet_pton(isV6 ? AF_INET6 : AF_INET, String(address), &bytes) == 1
    else { return nil }
    self.init(bytes: bytes)
  }

  /// The 4 or 16 bytes.
  public var bytes: [UInt8] {
    let all = [high, low].flatMap { half in
      (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) }
    }
    return isV4 ? Array(all.suffix(4)) : all
  }

  /// The address in its usual form, without a zone.
  public var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(isV4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
  }

  /// What one person has: an address of IPv4, or the network (/64) of one of IPv6, whose owner can
  /// choose the rest.
  public var network: NetworkAddress { isV4 ? self : NetworkAddress(high: high, low: 0) }

  /// Whether only this machine can reach the address.
  public var isLoopback: Bool { NetworkRange.loopback.contains { $0.contains(self) } }

  /// Whether it stands for every address of a machine: `0.0.0.0` or `::`.
  var isUnspecified: Bool { self == .unspecified || (high, low) == (0, 0) }

  /// Whether it is of a network that the internet does not reach.
  public var isPrivate: Bool { NetworkRange.lan.contains { $0.contains(self) } }

  private var isV4: Bool { high == 0 && low >> 32 == Self.v4Prefix >> 32 }
}

/// The addresses that begin with the same bits.
public struct NetworkRange: Sendable {
  /// The bytes of the first address.
  public let first: [UInt8]
  /// As many bytes, in which the common bits are 1.
  public let mask: [UInt8]

  private init(_ first: [UInt8], bits: Int) {
    self.first = first
    mask = first.indices.map { index in
      let ones = min(max(bits - 8 * index, 0), 8)
      return UInt8(truncatingIfNeeded: 0xFF00 >> ones)
    }
  }

  /// The private networks: RFC 1918, RFC 3927 (what machines choose that find nobody to ask) and
  /// RFC 4193.
  public static let lan = [
    NetworkRange([10, 0, 0, 0], bits: 8), NetworkRange([172, 16, 0, 0], bits: 12),
    NetworkRange([192, 168, 0, 0], bits: 16), NetworkRange([169, 254, 0, 0], bits: 16),
    NetworkRange([0xFC] + [UInt8](repeating: 0, count: 15), bits: 7),
  ]

  /// This machine alone.
  public static let loopback = [
    NetworkRange([127, 0, 0, 0], bits: 8),
    NetworkRange([UInt8](repeating: 0, count: 15) + [1], bits: 128),
  ]

  /// Whether an address is one of them.
  public func contains(_ address: NetworkAddress) -> Bool {
    let bytes = address.bytes
    return bytes.count == first.count
      && bytes.indices.allSatisfy { bytes[$0] & mask[$0] == first[$0] }
  }
}
