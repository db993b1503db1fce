import Domain
import Presentation

extension Table {
  /// Counters: name, count, target, the sum of today or of another period, last change.
  package init(
    listing counters: [CounterSummary], in calendar: any LocalCalendar,
    naming sum: (Int64?) -> String = CounterWords.today
  ) {
    self.init(
      alignments: [.left, .right, .left, .right, .left],
      rows: counters.map { summary in
        let counter = summary.counter
        let changed = counter.changedAt.map { calendar.civilTime(at: $0).minuteText }
        return [
          counter.typedName, String(counter.count), CounterWords.target(of: counter) ?? "",
          sum(summary.change), changed ?? "never",
        ]
      }, essential: 3)
  }

  /// Members: name, role, today's sum, the sum of all time.
  package init(members: [Member]) {
    self.init(
      alignments: [.left, .left, .right, .right],
      rows: members.map {
        [
          $0.username.text, MemberWords.role($0.permission), CounterWords.today($0.recent),
          CounterWords.inAll($0.total),
        ]
      })
  }

  /// Invitations: number, role, how many came, until when.
  package init(invitations: [Invitation], in calendar: any LocalCalendar) {
    self.init(
      alignments: [.right, .left, .left, .left],
      rows: invitations.map {
        [
          String($0.number), MemberWords.role($0.permission), InvitationWords.taken($0),
          InvitationWords.until($0, in: calendar),
        ]
      })
  }

  /// The lines of a table of members. At a terminal, the last one says who can see the names.
  package func memberLines(on metrics: TextMetrics) -> [String] {
    lines(on: metrics, shorteningNames: true) + (metrics.isTerminal ? [MemberWords.visibility] : [])
  }

  /// Other sessions: place and last use.
  init(sessions: [SessionSummary], in calendar: any LocalCalendar) {
    self.init(
      alignments: [.left, .left],
      rows: sessions.map {
        [$0.place, AccountWords.lastUsed(calendar.civilTime(at: $0.lastUsedAt))]
      })
  }

  /// Changes: number, time, change, the count after it, the author if `namingAuthors`, and the note.
  package init(
    history changes: [Change], in calendar: any LocalCalendar, namingAuthors: Bool = false
  ) {
    self.init(
      alignments: [.right, .left, .left, .right] + (namingAuthors ? [.left] : []) + [.left],
      rows: changes.map {
        [
          String($0.number), calendar.civilTime(at: $0.time).secondText, $0.event.words,
          String($0.count),
        ]
          + (namingAuthors ? ["by \($0.author.text)"] : []) + [$0.note?.text ?? ""]
      })
  }
}

extension BarChart {
  /// Sums per period, labelled with its beginning.
  package init(_ bars: [ChartBar], by span: Span, in calendar: any LocalCalendar) {
    self.init(
      bars: bars.map { Bar(label: $0.label(by: span, in: calendar), value: $0.sum) })
  }
}

extension BarChart {
  /// The sum of each day of the week.
  package init(_ statistics: Statistics) {
    self.init(
      bars: zip(StatisticsWords.weekdays, statistics.weekdays).map { Bar(label: $0, value: $1) })
  }
}

extension AccountScene.State {
  /// The lines about the account.
  package func details(in calendar: any LocalCalendar, on metrics: TextMetrics) -> [String] {
    let others = Table(sessions: otherSessions, in: calendar).lines(on: metrics)
    let heading = others.isEmpty ? AccountWords.nowhereElse : AccountWords.elsewhere
    return [
      username.text, AccountWords.since(calendar.civilTime(at: since)),
      AccountWords.dayBegins(at: dayStart), heading,
    ]
      + others.map { "  \($0)" }
  }
}
