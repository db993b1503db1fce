import Foundation

/// The seed of the random choices of a test.
public struct Seed: Sendable, CustomStringConvertible {
  private let number: UInt64

  /// One for all tests of a run, which prints it. It is new in every run, unless `TALLY_SEED`
  /// repeats one.
  private static let ofRun: UInt64 = {
    let given = ProcessInfo.processInfo.environment["TALLY_SEED"].flatMap { UInt64($0) }
    let number = given ?? .random(in: 0..<1_000_000_000)
    print("Random choices are made with \(Self(number))")
    return number
  }()

  /// The seed of this run.
  public init() { self.init(Self.ofRun) }

  private init(_ number: UInt64) {
    self.number = number
  }

  /// The seed of one of several parts. Part 0 has this seed.
  public static func + (seed: Self, part: Int) -> Self {
    Self(seed.number &+ UInt64(part))
  }

  public var generator: SplitMix { SplitMix(seed: number) }

  public var description: String { "TALLY_SEED=\(number)" }
}
