import Domain
import Presentation

extension Table {
  /// The counters: name, count, last change.
  init(listing counters: [Counter], in calendar: any LocalCalendar) {
    self.init(
      alignments: [.left, .right, .left],
      rows: counters.map { counter in
        let changed = counter.changedAt.map { calendar.civilTime(at: $0).minuteText }
        return [counter.name.text, String(counter.count), changed ?? "never"]
      })
  }

  /// Other sessions: place and last use.
  init(sessions: [SessionSummary], in calendar: any LocalCalendar) {
    self.init(
      alignments: [.left, .left],
      rows: sessions.map {
        [$0.place, AccountWords.lastUsed(calendar.civilTime(at: $0.lastUsedAt))]
      })
  }

  /// Changes: time, change, count.
  init(history changes: [Change], in calendar: any LocalCalendar) {
    self.init(
      alignments: [.left, .left, .right],
      rows: changes.map {
        [calendar.civilTime(at: $0.time).secondText, $0.event.words, String($0.count)]
      })
  }
}

extension BarChart {
  /// Sums per period, labelled with its beginning.
  init(_ bars: [ChartBar], by span: Span, in calendar: any LocalCalendar) {
    self.init(
      bars: bars.map { bar in
        let start = calendar.civilTime(at: bar.start)
        return Bar(label: span == .hour ? start.minuteText : start.dayText, value: bar.sum)
      })
  }
}

extension AccountScene.State {
  /// The lines about the account.
  func details(in calendar: any LocalCalendar, on page: Page) -> [String] {
    let others = Table(sessions: otherSessions, in: calendar).lines(on: page)
    let heading = others.isEmpty ? AccountWords.nowhereElse : AccountWords.elsewhere
    return [username.text, AccountWords.since(calendar.civilTime(at: since)), heading]
      + others.map { "  \($0)" }
  }
}
