import Testing

/// Tests of the store's promises under faults.
///
/// `swift test` runs a tenth of each figure; `TALLY_FAULTS=full swift test --filter FaultTests`
/// runs all. Both print the figures at the end. Every promise is an extension of this suite with a
/// control: the same check, which must detect a weakened store or program.
@Suite(.serialized, .figuresPrinted) enum FaultTests {}
