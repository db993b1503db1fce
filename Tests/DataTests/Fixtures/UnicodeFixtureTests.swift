import Domain
import Doubles
import Testing

@testable import Data

/// What is stored of names and passwords must not change: a counter would not be found, and nobody
/// could log in.
@Suite(.limited) struct `Texts normalised by an earlier build` {
  private static let form = UnicodeNormalizer()

  /// The scalars that Unicode 15 assigns.
  private static let assigned = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(
    Unicode.Scalar.init
  )
  .filter { $0.properties.age.map { $0.major <= 15 } ?? false }

  /// The lookup key of a name, and what is hashed of a password.
  private static func forms(of text: String) -> [String] {
    [form.key(of: text), form.normalized(secret(text)).text]
  }

  /// The scalars of a text in hexadecimal, such as `61+301`.
  private static func code(of text: String) -> String {
    text.unicodeScalars.map { String($0.value, radix: 16, uppercase: true) }.joined(separator: "+")
  }

  /// Each line of the fixture is a scalar, its key and its form; the others are their own.
  @Test func `have the same key and form, for every scalar of Unicode 15`() throws {
    let fixture = "scalars.txt"
    if Fixture.isMade {
      let lines = Self.assigned.map { scalar in
        ([String(scalar)] + Self.forms(of: String(scalar))).map(Self.code)
      }
      let changed = lines.filter { $0 != [$0[0], $0[0], $0[0]] }
      try Fixture.write(changed.map { $0.joined(separator: " ") + "\n" }.joined(), to: fixture)
    }
    let changed = try Fixture.lines(fixture).map { $0.split(separator: " ").map(String.init) }
    let forms = Dictionary(uniqueKeysWithValues: changed.map { ($0[0], Array($0.dropFirst())) })
    #expect(Self.assigned.count > forms.count)
    for scalar in Self.assigned {
      let own = Self.code(of: String(scalar))
      let found = Self.forms(of: String(scalar)).map(Self.code)
      // Comparing is faster than expecting.
      if found != forms[own] ?? [own, own] {
        #expect(found == forms[own] ?? [own, own], "U+\(own)")
        break
      }
    }
  }

  /// The fixture has two digits of a digest for each text, 50 in a line, and a digest of all.
  @Test func `have the same key and form, for 100,000 random texts`() throws {
    let fixture = "texts.txt"
    var random = RandomTexts(of: Self.assigned, seed: 20_261_124)
    let texts = (0..<100_000).map { _ in random.next() }
    let digests = texts.map { sha256(Array(Self.forms(of: $0).joined(separator: "\0").utf8)) }
    let marks = digests.map { hexadecimal($0.prefix(1)) }
    let lines =
      stride(from: 0, to: marks.count, by: 50).map { marks[$0..<$0 + 50].joined() }
      + [hexadecimal(sha256(digests.flatMap { $0 }))]
    if Fixture.isMade { try Fixture.write(lines.map { $0 + "\n" }.joined(), to: fixture) }
    let expected = try Fixture.lines(fixture)
    guard lines != expected else { return }
    let old = Array(expected.dropLast().joined().utf8)
    let first = marks.indices.first { Array(marks[$0].utf8) != Array(old[2 * $0..<2 * $0 + 2]) }
    let text = texts[first ?? 0]
    Issue.record(
      "text \(first ?? 0), \(Self.code(of: text)), became \(Self.forms(of: text).map(Self.code))")
  }
}

/// Random texts, in which scalars meet that change each other. Nothing of it may depend on a newer
/// version of Unicode or of the standard library.
private struct RandomTexts {
  private var random: SplitMix
  private let pools: [[Unicode.Scalar]]

  init(of assigned: [Unicode.Scalar], seed: UInt64) {
    random = SplitMix(seed: seed)
    // Unicode promises that these properties stay as they are.
    pools = [
      assigned,
      assigned.filter { $0.properties.canonicalCombiningClass != .notReordered },
      assigned.filter { $0.properties.changesWhenCaseFolded },
      (0x1100...0x11FF).compactMap(Unicode.Scalar.init),
      (0x20...0x17F).compactMap(Unicode.Scalar.init),
    ]
  }

  mutating func next() -> String {
    let length = 1 + below(8)
    return (0..<length).reduce(into: "") { text, _ in
      let pool = pools[below(pools.count)]
      text.unicodeScalars.append(pool[below(pool.count)])
    }
  }

  private mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
}
