import Doubles
import Foundation

/// What a test's random choices begin with: another number in every run, unless `TALLY_FAULTS_SEED`
/// gives the one of a run that is to be done again.
struct Seed: Sendable, CustomStringConvertible {
  let number: UInt64

  init() {
    let given = ProcessInfo.processInfo.environment["TALLY_FAULTS_SEED"]
    number = given.flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000)
  }

  var generator: SplitMix { SplitMix(seed: number) }

  var description: String { "TALLY_FAULTS_SEED=\(number)" }
}
