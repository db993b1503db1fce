import Doubles
import Foundation

/// The seed of a test's random choices: new in every run, unless `TALLY_FAULTS_SEED` repeats one.
struct Seed: Sendable, CustomStringConvertible {
  let number: UInt64

  init() {
    let given = ProcessInfo.processInfo.environment["TALLY_FAULTS_SEED"]
    number = given.flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000)
  }

  var generator: SplitMix { SplitMix(seed: number) }

  var description: String { "TALLY_FAULTS_SEED=\(number)" }
}
