import Domain
import Presentation

/// The views of the toolkit, one for every scene.
@MainActor
struct Views: ViewFactory {
  let calendar: any LocalCalendar

  func view(of viewModel: SceneViewModel<WelcomeScene>) -> View {
    let view = SceneView(of: viewModel) { [$0.about] }
    view.addChoices()
    return view
  }

  func view(of viewModel: SceneViewModel<LoginScene>) -> View {
    let view = SceneView(of: viewModel) { _ in [] }
    view.openForm()
    return view
  }

  func view(of viewModel: SceneViewModel<SignUpScene>) -> View {
    let view = SceneView(of: viewModel) { [$0.passwordRule] }
    view.openForm()
    return view
  }

  func view(of viewModel: SceneViewModel<CounterScene>) -> View {
    let view = SceneView(of: viewModel) { state in
      let bars = state.chart ?? []
      return [
        state.counter.typedName, "\(state.counter.count)", state.line(beginning: "Press add"),
      ]
        + lines(of: bars, by: .day)
        + state.parts.map { "\($0.username.text) \(CounterWords.today($0.sum))" }
    }
    view.addChoices()
    view.addDestinations { .destinationChosen($0) }
    return view
  }

  func view(of viewModel: SceneViewModel<HistoryScene>) -> View {
    let view = SceneView(of: viewModel) { state in
      state.changes.map { change in
        let time = calendar.civilTime(at: change.time).minuteText
        let author = state.namesAuthors ? " by \(change.author.text)" : ""
        return "\(change.number) \(time) \(change.event.words) \(change.count)\(author)"
          + (change.note.map { " \($0.text)" } ?? "")
      } + lines(of: state.chart, by: state.span ?? .day)
        + [state.setsAndResets.flatMap(StatisticsWords.notInChart)].compactMap(\.self)
        + (state.statistics.map { StatisticsWords.lines($0, in: calendar) } ?? [])
    }
    view.addChoices(back: .backPressed)
    return view
  }

  func view(of viewModel: SceneViewModel<HomeScene>) -> View {
    let view = SceneView(of: viewModel) { state in
      state.counters.isEmpty ? [CounterWords.noCounters] : []
    } list: { view, state in
      state.counters.map { summary in
        let counter = summary.counter
        let mark = state.marked == counter.id ? "* " : ""
        let last = counter.changedAt.map { ", \(calendar.civilTime(at: $0).minuteText)" } ?? ""
        return Row(
          name: counter.typedName,
          text:
            "\(mark)\(CounterWords.count(counter)), \(CounterWords.today(summary.change))\(last)",
          buttons: [
            view.button("mark", .marked(counter.id)), view.button("open", .counterOpened(counter)),
          ])
      }
    }
    view.addChoices(back: .backPressed)
    view.addDestinations { .destinationChosen($0) }
    return view
  }

  func view(of viewModel: SceneViewModel<MembersScene>) -> View {
    let view = SceneView(of: viewModel) { state in
      [state.link, state.about].compactMap(\.self)
        + state.invitations.map { InvitationWords.summary($0, in: calendar) }
    } list: { view, state in
      state.members.map { member in
        let unsharing = MembersScene.unsharing(member, in: state).map { demand in
          Button("unshare") { [weak view] in view?.take(demand) }
        }
        let role = MembersScene.changingRole(of: member).map { view.button("role", $0) }
        return Row(
          name: member.username.text,
          text: "\(MemberWords.role(member.permission)), \(CounterWords.today(member.recent)), "
            + CounterWords.inAll(member.total),
          buttons: state.isOwner ? [unsharing, role].compactMap(\.self) : [])
      }
    }
    view.addChoices(back: .backPressed)
    view.add(view.button("done", .linkSeen), while: { $0.link != nil })
    return view
  }

  func view(of viewModel: SceneViewModel<AccountScene>) -> View {
    let view = SceneView(of: viewModel) { state in
      let since = AccountWords.since(calendar.civilTime(at: state.since))
      return [state.username.text, since, AccountWords.dayBegins(at: state.dayStart)]
        + state.otherSessions.map {
          "\($0.place), \(AccountWords.lastUsed(calendar.civilTime(at: $0.lastUsedAt)))"
        }
    }
    view.addChoices(back: .backPressed)
    return view
  }

  private func lines(of bars: [ChartBar], by span: Span) -> [String] {
    let longest = bars.compactMap(\.sum?.magnitude).max() ?? 0
    return bars.map { bar in
      let length = (bar.sum ?? 0).magnitude.share(of: longest, steps: 20)
      let ink = String(repeating: "=", count: Int(length))
      return "\(bar.label(by: span, in: calendar)) \(CounterWords.sum(bar.sum)) \(ink)"
    }
  }
}
