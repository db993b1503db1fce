import Domain
import HTTPTypes
import PageToolkit
import Presentation
import Terminal

/// Counts the taps that a phone kept. Each has an identifier and counts once, however often it is
/// sent.
struct Taps: Sendable {
  /// Younger taps happened now: they were only on their way.
  private static let youngest: Int64 = 5_000
  /// Older taps count as if they were this old, because the phone's clock was changed: a year.
  private static let oldest: Int64 = 365 * 24 * 60 * 60 * 1_000

  let useCases: UseCases
  let clock: any Domain.Clock
  let states: LiveStates

  /// Counts the taps in order and says for each whether it is counted or refused for good.
  ///
  /// The statuses 401 and 503 say that the taps stay on the phone, 403 and 404 that none will ever
  /// count. A tap that was counted once is never answered otherwise. The browser's `calendar` is asked
  /// for only when a repeated tap needs it.
  func answer(
    _ list: TapList, in session: Session, by calendar: () -> (any LocalCalendar)?
  ) async -> Answer {
    guard list.account == session.user.id else { return .refusing(.notLoggedIn) }
    var results: [String] = []
    var counted: BatchResult?
    while results.count < list.taps.count {
      let rest = list.taps.dropFirst(results.count)
      var refusal: Refusal?
      do throws(Refusal) {
        let result = try await useCases.count(
          rest.map(request), on: .known(list.counter), as: .session(session))
        results += zip(rest, result.outcomes).map { Self.result(of: $0.0, nil) }
        if !result.outcomes.isEmpty { counted = result }
        refusal = result.refusal
      } catch {
        refusal = error
      }
      guard let refusal else { continue }
      // Those that are counted already will not count again.
      if refusal.isTemporary { return .refusing(refusal) }
      guard !refusal.concernsEveryTap else {
        return await answer(list, after: results, refused: refusal, in: session)
      }
      results.append(Self.result(of: list.taps[results.count], refusal))
    }
    let state = await state(after: counted, in: session, by: calendar)
    return Self.answer(results, state: state)
  }

  /// The answer when the account can count no more taps there. It still hears which of its own were
  /// counted before that: their first answer may have been lost.
  private func answer(
    _ list: TapList, after results: [String], refused refusal: Refusal, in session: Session
  ) async -> Answer {
    let rest = list.taps.dropFirst(results.count)
    do throws(Refusal) {
      let areCounted = try await useCases.counters.areRecorded(
        rest.map(request), onCounter: list.counter, in: session)
      if results.isEmpty, !areCounted.contains(true) { return .refusing(refusal) }
      let others = zip(rest, areCounted).map { Self.result(of: $0, $1 ? nil : refusal) }
      return Self.answer(results + others, state: "null")
    } catch {
      return .refusing(error)
    }
  }

  private static func answer(_ results: [String], state: String) -> Answer {
    .json(#"{"results":[\#(results.joined(separator: ","))],"state":\#(state)}"#)
  }

  private static func result(of tap: TapList.Tap, _ refusal: Refusal?) -> String {
    let id = tap.id.text.asJSON
    guard let refusal else { return #"{"id":\#(id),"status":"counted"}"# }
    let reason = Answer.Refused(refusal).reason.asJSON
    return #"{"id":\#(id),"status":"refused","reason":\#(reason)}"#
  }

  private func request(of tap: TapList.Tap) -> CommandRequest {
    CommandRequest(.add(tap.amount), at: time(of: tap), id: tap.id, hasWaited: true)
  }

  private func time(of tap: TapList.Tap) -> Timestamp? {
    guard tap.age >= Self.youngest else { return nil }
    return Timestamp(milliseconds: clock.now.milliseconds - min(tap.age, Self.oldest))
  }

  /// The state without markup, which the page's stream brings: so a tap costs no reading, and what
  /// waits for a commit is not held up by readers.
  private func state(
    after counted: BatchResult?, in session: Session, by calendar: () -> (any LocalCalendar)?
  ) async -> String {
    guard let counted else { return "null" }
    guard counted.outcomes.contains(where: \.isRepeat) else {
      return counted.counter.liveJSON(html: nil)
    }
    // Others may have counted since.
    guard let now = try? await useCases.counters.counter(withID: counted.counter.id, in: session)
    else { return "null" }
    let calendar = calendar()
    guard let sight = try? await states.sight(of: now, in: session, by: calendar) else {
      return "null"
    }
    return (try? await states.json(of: sight, in: session, by: calendar)) ?? "null"
  }
}

extension Answer {
  /// An answer in JSON to the page's script.
  static func json(_ text: String, _ status: HTTPResponse.Status = .ok) -> Answer {
    Answer("taps", status, type: "application/json; charset=utf-8", body: text.utf8)
  }

  /// The answer to taps that are all refused, or that have to wait.
  static func refusing(_ refusal: Refusal) -> Answer { refusing(Answer.Refused(refusal)) }

  /// The answer to taps that this server does not take.
  static func refusing(_ reason: String, _ status: HTTPResponse.Status) -> Answer {
    refusing(Answer.Refused(status, reason))
  }

  private static func refusing(_ refused: Answer.Refused) -> Answer {
    var answer = json(#"{"reason":\#(refused.reason.asJSON)}"#, refused.status)
    answer.reason = refused.loggedReason
    if let seconds = refused.retryAfter { answer.fields[.retryAfter] = "\(seconds)" }
    return answer
  }
}

extension Refusal {
  /// Whether the same taps can count later: after a login, or when the store works again.
  fileprivate var isTemporary: Bool { self == .notLoggedIn || isFailure }

  /// Whether no tap of this person on this counter can count.
  fileprivate var concernsEveryTap: Bool {
    switch self {
    case .noSuchCounter, .ownerOnly: true
    default: false
    }
  }
}
