import Testing

/// What Tally promises of the store, with the faults that it is promised for.
///
/// `swift test` runs a tenth of each figure; `TALLY_FAULTS=full swift test --filter FaultTests` runs
/// all of it. Either prints the figures at its end. Every promise is an extension of this suite, with
/// a control beside it: the same check where a weakened store or program must be found out.
@Suite(.serialized, .figuresPrinted) enum FaultTests {}
