import Programs

/// What a program that was refused says about its change.
enum Outcome: Sendable, Equatable {
  /// It may be saved or not.
  case unknown
  /// It was not made; the store failed or is busy.
  case refused
  case unexpected

  init(of run: TallyProgram.Run) {
    let lines = run.errors.split(separator: "\n")
    let isUnknown = lines.last?.contains("It is not known whether the change was saved") ?? false
    self =
      switch (run.status, isUnknown) {
      case _ where lines.isEmpty || lines.contains { !$0.hasPrefix("tally: ") }: .unexpected
      case (74, true): .unknown
      case (74, false), (75, false): .refused
      default: .unexpected
      }
  }
}
