import App
import Domain
import HTTPTypes
import Presentation

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
  /// count. The browser's `view` is asked for only when a repeated tap needs it.
  func answer(
    _ list: TapList, in session: Session, from view: () -> LiveStates.View
  ) async -> Answer {
    guard list.account == session.user.id else { return .refusing(.notLoggedIn) }
    var results: [String] = []
    var counted: RecordedChange?
    for tap in list.taps {
      let request = CommandRequest(.add(tap.amount), at: time(of: tap), id: tap.id)
      do throws(Refusal) {
        counted = try await useCases.recordChange(
          request, toCounter: list.counter, in: session)
        results.append(#"{"id":\#(JSONText(tap.id.text)),"status":"counted"}"#)
      } catch {
        // Those that are counted already will not count again.
        if error.isTemporary || counted == nil && error.concernsEveryTap {
          return .refusing(error)
        }
        results.append(
          """
          {"id":\(JSONText(tap.id.text)),"status":"refused","reason":\(JSONText(Answer.Refused(error).reason))}
          """)
      }
    }
    let state = await state(after: counted, in: session, from: view)
    return .json(#"{"results":[\#(results.joined(separator: ","))],"state":\#(state)}"#)
  }

  private func time(of tap: TapList.Tap) -> Timestamp? {
    guard tap.age >= Self.youngest else { return nil }
    return Timestamp(milliseconds: clock.now.milliseconds - min(tap.age, Self.oldest))
  }

  /// The state without markup, which the page's stream brings: so a tap costs no reading, and what
  /// waits for a commit is not held up by readers.
  private func state(
    after counted: RecordedChange?, in session: Session, from view: () -> LiveStates.View
  ) async -> String {
    guard let counted else { return "null" }
    guard counted.isRepeat else { return counted.counter.liveJSON(html: nil) }
    // Others may have counted since.
    guard let now = try? await useCases.counters.counter(withID: counted.counter.id, in: session)
    else { return "null" }
    let view = view()
    let sight = states.sight(of: now, from: view)
    return (try? await states.json(of: sight, in: session, from: view)) ?? "null"
  }
}

extension Answer {
  /// An answer in JSON to the page's script.
  static func json(_ text: String, _ status: HTTPResponse.Status = .ok) -> Answer {
    Answer("taps", status, type: "application/json; charset=utf-8", body: text.utf8)
  }

  /// The answer to taps that are all refused, or that have to wait.
  static func refusing(_ refusal: Refusal) -> Answer {
    let refused = Answer.Refused(refusal)
    var answer = json(#"{"reason":\#(JSONText(refused.reason))}"#, refused.status)
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
